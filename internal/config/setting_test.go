package config

import (
	"reflect"
	"strings"
	"testing"
)

// TestKnownSettings: each setting takes each of its values, and no other where they are
// listed.
func TestKnownSettings(t *testing.T) {
	listed := 0
	for _, f := range fieldsOf(reflect.TypeFor[Spec](), "") {
		if f.Type.Kind() == reflect.Struct || strings.HasPrefix(f.name, "versions.") {
			continue
		}
		name, values := f.name, valuesOf(f.Type)
		for _, value := range values {
			listed++
			if _, err := (Beside{Over: []Setting{{Name: name, Value: value}}}).Parse(nil, ""); err != nil {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
		if _, err := (Beside{Over: []Setting{{Name: name, Value: "x", From: "--set"}}}).Parse(nil, ""); values != nil && err == nil {
			t.Errorf("%s=x is no error", name)
		}
	}
	if listed < 40 {
		t.Errorf("only %d values are listed", listed)
	}
}
