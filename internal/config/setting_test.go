package config_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestBeside: settings over a configuration hold whatever that has, those under it where
// nobody else has them, and a profile where none of these has.
func TestBeside(t *testing.T) {
	cfg, err := config.Beside{
		Over:  []config.Setting{{Name: "lists.order", Value: "Dest"}, {Name: "modeKey", Value: "mode"}},
		Under: []config.Setting{{Name: "profile", Value: "Careful"}, {Name: "onConflict", Value: "Fail"}, {Name: "onDeletedLocally", Value: "Readd"}},
	}.Parse(parsed(t, "{onConflict: Dest, lists: {order: Updated}, rules: [{path: a, mode: SKIP}]}"), "c.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Policy.UpdatedOrder || cfg.ModeKey != "mode" {
		t.Errorf("settings over the configuration do not hold: %+v", cfg)
	}
	if cfg.Policy.OnConflict != merge.TakeDest || len(cfg.Rules) != 1 {
		t.Errorf("the configuration does not hold: %+v", cfg)
	}
	if cfg.OnDeletedLocally != terms.Readd {
		t.Errorf("settings under the configuration do not hold: %+v", cfg)
	}
	if careful := resource.Careful(); cfg.Policy.TextByLines != careful.Policy.TextByLines || cfg.Policy.KeepNulls != careful.Policy.KeepNulls {
		t.Errorf("the profile does not hold: %+v", cfg)
	}
}

// TestKnownSettings: each setting takes each of its values, and no other where they are
// listed.
func TestKnownSettings(t *testing.T) {
	listed := 0
	for known := range config.KnownSettings() {
		for _, value := range known.Values {
			listed++
			if _, err := (config.Beside{Over: []config.Setting{{Name: known.Name, Value: value}}}).Parse(nil, ""); err != nil {
				t.Errorf("%s=%s: %v", known.Name, value, err)
			}
		}
		if _, err := (config.Beside{Over: []config.Setting{{Name: known.Name, Value: "x", From: "--set"}}}).Parse(nil, ""); known.Values != nil && err == nil {
			t.Errorf("%s=x is no error", known.Name)
		}
	}
	if listed < 40 {
		t.Errorf("only %d values are listed", listed)
	}
}
