//go:build js && wasm

// Wasm is the function as a module of WebAssembly for kpt: it exports processResourceList,
// which takes a ResourceList and gives the merged one, and processResourceListErrors, which
// kpt asks for the error where that gave none.
package main

import (
	"bytes"
	"strings"
	"syscall/js"

	"github.com/krm-merge/krm-merge/fn"
)

func main() {
	js.Global().Set("processResourceList", js.FuncOf(func(_ js.Value, args []js.Value) any {
		list, errs := process(args)
		if errs != "" {
			// kpt takes whatever has "kind: ResourceList" in it for a list, and errors may.
			return "krm-merge: nothing is merged"
		}
		return list
	}))
	js.Global().Set("processResourceListErrors", js.FuncOf(func(_ js.Value, args []js.Value) any {
		_, errs := process(args)
		return errs
	}))
	// kpt calls them while the program runs.
	select {}
}

// process gives the merged list, or why there is none.
func process(args []js.Value) (list, errs string) {
	if len(args) != 1 || args[0].Type() != js.TypeString {
		return "", "krm-merge: want one ResourceList as text"
	}
	var out, stderr bytes.Buffer
	if fn.RunText(args[0].String(), &out, &stderr) != 0 {
		return "", strings.TrimSpace(stderr.String())
	}
	return out.String(), ""
}
