package report

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/source"
)

// TestPrinted: the report has all that printing counts, file by file.
func TestPrinted(t *testing.T) {
	var stats source.Stats
	fields := reflect.ValueOf(&stats).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetInt(int64(1) << i)
	}
	var r Report
	r.Printed(stats)
	r.Printed(stats)
	text, err := json.Marshal(r.Printer)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]int
	if err = json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		name = strings.ToLower(name[:1]) + name[1:]
		if got[name] != 2<<i {
			t.Errorf("%s is %d in the report, want %d", name, got[name], 2<<i)
		}
	}
}
