package seal

import (
	"errors"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge/files"
)

const text = `a: ENC[AES256_GCM,data:a,iv:i,tag:t,type:str]
sops:
    kms:
        - arn: mine
    lastmodified: "2026-01-01T00:00:00Z"
    mac: ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]
`

var merged = strings.Replace(text, "data:m,iv:i,tag:t,type:str]", "data:m,iv:i,tag:t,type:str] # krm-merge: unsealed", 1)

// TestFiles: what cannot be sealed stays as it is merged, and the error says why; what needs
// no seal is not touched, whether sops is there or not.
func TestFiles(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, tt := range map[string]struct {
		text     string
		versions []string
		want     string
	}{
		"no sops":           {merged, []string{text, text, text}, "sops is not installed here"},
		"another service":   {merged, []string{text, strings.Replace(text, "mine", "evil", 1), text}, "kms evil"},
		"unknown versions":  {merged, nil, "not known here"},
		"sealed":            {text, nil, ""},
		"with marks":        {"<<<<<<< a\n" + merged + "=======\n>>>>>>> b\n", nil, ""},
		"nothing encrypted": {"a: b\n", nil, ""},
	} {
		all := []files.Merged{{File: files.File{Path: "f.yaml", Data: []byte(tt.text)}}}
		err := Files(t.Context(), all, func(*files.Merged) (versions [][]byte) {
			for _, v := range tt.versions {
				versions = append(versions, []byte(v))
			}
			return versions
		})
		var left *Error
		switch {
		case string(all[0].Data) != tt.text:
			t.Errorf("%s: the text changed", name)
		case tt.want == "" && err != nil, tt.want != "" && (!errors.As(err, &left) || !strings.Contains(err.Error(), "f.yaml: ") || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
}
