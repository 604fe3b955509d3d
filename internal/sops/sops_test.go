package sops_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/sops"
)

const (
	text = `a: ENC[AES256_GCM,data:a,iv:i,tag:t,type:str]
sops:
    age:
        - recipient: age1a
          enc: k
    lastmodified: "2026-01-01T00:00:00Z"
    mac: ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]
    version: 3.9.0
`
	json = `{
	"a": "ENC[AES256_GCM,data:a,iv:i,tag:t,type:str]",
	"sops": {
		"lastmodified": "2026-01-01T00:00:00Z",
		"mac": "ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]"
	}
}
`
)

// marked says that the code of a text does not hold.
func marked(text string) string {
	text = strings.Replace(text, "data:m,iv:i,tag:t,type:str]\n", "data:m,iv:i,tag:t,type:str] # krm-merge: unsealed\n", 1)
	return strings.Replace(text, "type:str]\"\n\t}", "type:str]\",\n\t\t\"krm_merge\": \"unsealed\"\n\t}", 1)
}

// other has another code, of another moment.
func other(text string) string {
	return strings.NewReplacer("data:m,", "data:m2,", "2026-01-01", "2026-02-02").Replace(text)
}

func TestStale(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"sealed":             {text, false},
		"marked":             {marked(text), true},
		"sealed JSON":        {json, false},
		"marked JSON":        {marked(json), true},
		"documents":          {text + "---\n" + text, false},
		"codes of two sides": {text + "---\n" + other(text), true},
		"no YAML":            {"ENC[AES256_GCM,\n\t-", false},
		"nothing of sops":    {"mac: ENC[AES256_GCM,x] # krm-merge: unsealed\n", false},
		"empty":              {"", false},
	} {
		if got := sops.Stale([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestWithCode: of a text nothing changes but its code, the moment and what said that the
// code does not hold.
func TestWithCode(t *testing.T) {
	for _, tt := range []struct{ text, sealed, want string }{
		{marked(text), other(text), other(text)},
		{marked(json), other(json), other(json)},
		{text + "---\n" + marked(text), other(text), other(text) + "---\n" + other(text)},
		{strings.ReplaceAll(marked(text), "\n", "\r\n"), other(text), strings.ReplaceAll(other(text), "\n", "\r\n")},
	} {
		got, err := sops.WithCode([]byte(tt.text), []byte(tt.sealed))
		if diff := cmp.Diff(tt.want, string(got)); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	for _, bad := range []string{"", "a: b\n", strings.Replace(text, "mac: ENC", "mac:\n      ENC", 1)[:20]} {
		if _, err := sops.WithCode([]byte(bad), []byte(text)); err == nil {
			t.Errorf("%q got a code", bad)
		}
		if _, err := sops.WithCode([]byte(text), []byte(bad)); err == nil {
			t.Errorf("%q gave a code", bad)
		}
	}
}

// TestForeign: a service that only another version names is not asked for its key.
func TestForeign(t *testing.T) {
	vault := func(address string) string {
		return strings.Replace(text, "    age:\n", "    hc_vault:\n        - vault_address: "+address+"\n          engine_path: e\n          key_name: n\n    age:\n", 1)
	}
	group := func(arn string) string {
		return strings.Replace(text, "    age:\n", "    key_groups:\n        - kms:\n            - arn: "+arn+"\n    age:\n", 1)
	}
	for _, tt := range []struct{ version, dest, want string }{
		{text, text, ""},
		{strings.Replace(text, "age1a", "age1b", 1), text, ""},
		{vault("a"), vault("a"), ""},
		{vault("evil"), vault("a"), "hc_vault evil e n"},
		{group("evil"), text, "kms evil"},
		{text + "---\n" + vault("evil"), text, "hc_vault evil e n"},
		{"no: sops\n", text, ""},
	} {
		if got := sops.Foreign([]byte(tt.version), []byte(tt.dest)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
