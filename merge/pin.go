package merge

import "strings"

// PinComment is the local comment that keeps what it stands at as it is.
const PinComment = "krm-merge: keep"

// pinned says that a comment at a place of dest keeps it as it is. A change
// upstream is a conflict then, settled for dest.
//
// rule: comments/keep*
func (w *walker) pinned(o, u, d spot) bool {
	if !w.traits.comments || w.system != threeWay || d.value == nil || !pins(d.remarks()) {
		return false
	}
	if !Equal(o.value, u.value) && !Equal(u.value, d.value) {
		// Where only updated changed the value, the verdict has no kind: BothChanged.
		v := decide(changeOf(o.value, u.value), changeOf(o.value, d.value))
		w.record(Conflict{Kind: v.kind, Original: o.value, Updated: u.value, Dest: d.value, Taken: Dest, By: ByPin})
	}
	return true
}

func pins(r remarks) bool {
	for _, comment := range [...]string{r.line, r.head, r.keyHead} {
		for line := range strings.SplitSeq(comment, "\n") {
			if text, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "# "), PinComment); ok && !isNameByte(text) {
				return true
			}
		}
	}
	return false
}

// isNameByte says that text goes on with a letter or a digit.
func isNameByte(text string) bool {
	return text != "" && plain(text[:1])
}
