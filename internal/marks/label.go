package marks

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// questionSign is in front of what a mark calls a question, see decisions.Key.MarkOf.
const questionSign = "#"

// mostLabelled is how many places the label of a mark names.
const mostLabelled = 20

// Label is what stands behind the mark of a block that asks about conflicts of one file:
// the resource and the path of each, and what happened at the first. [Block.Label] reads it.
//
//	apps/v1 Deployment prod/web spec.replicas#6fd4eb40, spec.paused#a4ef5d41: both changed
func Label(conflicts []*resource.Conflict) string {
	var places []string
	was := ""
	for i, c := range conflicts {
		if i == mostLabelled {
			places = append(places, fmt.Sprintf("and %d more", len(conflicts)-i))
			break
		}
		about, at := c.At(), c.Place()
		of := about.Called()
		switch wholeFile := c.Subject().Node == nil && c.Subject().Deferred == nil; {
		case wholeFile && at == "":
			of = path.Base(about.File) // Else the path names the lines.
		case !wholeFile && !c.Secret():
			at += questionSign + c.Asked().MarkOf()
		}
		parts := []string{of, at}
		if of == was {
			parts = parts[1:]
		}
		was = of
		places = append(places, strings.TrimSpace(strings.Join(parts, " ")))
	}
	return strings.Join(strings.Fields(strings.Join(places, ", ")), " ") + ": " + phrase.KindOf(conflicts[0].Kind).Title
}

// Labelled is a place that the label of a mark names: its resource and path, the resource
// left out where it is that of the place in front, and what the mark calls its question, ""
// where it is secret.
type Labelled struct{ Place, Mark string }

// Label takes what stands behind the first mark apart: the places, and the code of what happened; ok is
// false for any text that Label has not written.
func (b *Block) Label() (places []Labelled, code string, ok bool) {
	_, label, _ := strings.Cut(b.Names[merge.Dest], ": ")
	at := strings.LastIndex(label, ": ")
	if at < 0 {
		return nil, "", false
	}
	for _, k := range phrase.Conflicts() {
		if k.Title == label[at+2:] {
			code = k.Code
		}
	}
	return splitPlaces(label[:at]), code, code != ""
}

// Asks reports whether a block of a text that is merged by lines says what it asks, and the
// lines that it says so of stand there. name is that of its file.
func Asks(text []byte, name string) bool {
	parts, err := Parse(text)
	return err == nil && slices.ContainsFunc(Blocks(parts), func(b *Block) bool {
		places, _, ok := b.Label()
		return ok && slices.ContainsFunc(places, func(l Labelled) bool { return l.Place == name || b.Stands(l.Place) })
	})
}

// Stands reports whether a place is that of lines, as lines.Paths names them, which stand
// in the block.
func (b *Block) Stands(place string) bool {
	at, ok := merge.ParsePath(place)
	return ok && lines.IsPath(place) && b.Stretch().Is(at)
}

// Stretch is what the versions have there.
func (b *Block) Stretch() lines.Stretch {
	return lines.Stretch{Original: b.Texts[merge.Original], Updated: b.Texts[merge.Updated], Dest: b.Texts[merge.Dest]}
}

// splitPlaces splits at commas that stand neither in brackets nor in quotes.
func splitPlaces(text string) (places []Labelled) {
	for _, place := range placeIn.FindAllString(text, -1) {
		place = strings.TrimSpace(place)
		if at := questionAt.FindStringIndex(place); at != nil {
			places = append(places, Labelled{strings.TrimSpace(place[:at[0]]), place[at[0]+len(questionSign) : at[1]]})
		} else {
			places = append(places, Labelled{Place: place})
		}
	}
	return places
}

var (
	placeIn    = regexp.MustCompile(`(?s)(?:"(?:\\.|[^"\\])*"|\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\]|[^,])+`)
	questionAt = regexp.MustCompile(questionSign + "[0-9a-f]{8}$")
)
