package benchinput

import (
	"bytes"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestInputs(t *testing.T) {
	for name, c := range map[string]struct {
		list  []byte
		items int
	}{
		"sparse":      {List(120, Sparse), 360},
		"dense":       {List(7, Dense), 21},
		"environment": {Environment(50), 3},
		"keys":        {Keys(50), 3},
		"definition":  {Definition(500), 3},
	} {
		t.Run(name, func(t *testing.T) {
			var list struct{ Items []yaml.Node }
			if err := yaml.NewDecoder(bytes.NewReader(c.list)).Decode(&list); err != nil {
				t.Fatal(err)
			}
			if len(list.Items) != c.items {
				t.Errorf("%d items, want %d", len(list.Items), c.items)
			}
		})
	}
	if bytes.Equal(List(3, Sparse), List(3, Dense)) {
		t.Error("sparse and dense lists are the same")
	}
}
