package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestLinked: whatever the program links on this machine has a licence.
func TestLinked(t *testing.T) {
	all, err := linked("../..", []string{runtime.GOOS + "/" + runtime.GOARCH})
	if err != nil {
		t.Fatal(err)
	}
	text, err := document(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if row := fmt.Sprintf("| %s | %s |", m.name, m.version); !strings.Contains(text, row) {
			t.Errorf("no row %s", row)
		}
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"Apache License\n    Version 2.0, January 2004":                                   {"Apache-2.0"},
		"Redistribution and use in source and binary forms, with or\nNeither the name of": {"BSD-3-Clause"},
		"Redistribution and use in source and binary forms, with or":                      {"BSD-2-Clause"},
		"MIT: Permission is hereby granted, free of charge, to any person":                {"MIT"},
		"All rights reserved.": nil,
	} {
		if got := names(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if _, err := document([]module{{name: "example.com/m", version: "v1.0.0", dir: t.TempDir()}}); err == nil {
		t.Error("a module without a licence is not an error")
	}
}
