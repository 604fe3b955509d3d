package cli

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/bounded"
)

// function runs the KRM function, with which the process ends.
func function(stdin io.Reader, stdout, stderr io.Writer) (code int) {
	text, err := bounded.ReadText(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "krm-merge: cannot read standard input: %v\n", err)
		return 1
	}
	if len(text) > smallestList {
		debug.SetGCPercent(room(len(text)))
	}
	return fn.RunText(text, stdout, stderr)
}

// smallestList is the size up to which a run ends before the garbage collector would
// start, so that it needs no setting.
const smallestList = 1 << 15

// room is how much memory a run may take before the garbage collector starts,
// in percent of what is alive. A small list just takes the memory that it
// needs, because the process ends soon. Of a large one the text is most of what is
// alive, so that half of it is a lot.
func room(size int) (percent int) {
	const enough = 18 << 20
	return min(max(100*enough/max(size, 1), 50), 400)
}
