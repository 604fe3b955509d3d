package upstream

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Versions are the versions of a package.
type Versions struct {
	// All are the tags that count, newest first: all with the same in front of the version: "", "DIR/", "release-".
	// Among equal ones the first is the most precise, as floating tags have fewer numbers.
	All []Revision
	// Why is why nobody can list them, "" if somebody can.
	Why string
}

// Step is how far the newest version may be from another one.
type Step uint8

const (
	NoStep Step = iota
	// Major: any release. Minor: one of the same major version. Patch: one of the same minor
	// version, too.
	Major
	Minor
	Patch
	// Pre: any release or prerelease.
	Pre
)

// Steps are their names.
var Steps = enum.Names[Step]{"", "major", "minor", "patch", "pre"}

func (s Step) String() string { return Steps.Of(s) }

// Newest is the newest version at such a step from another one, by its tag. It reports whether
// there is one.
func (v Versions) Newest(step Step, from string) (newest Revision, found bool) {
	_, now, is := parseVersion(from)
	i := slices.IndexFunc(v.All, func(version Revision) bool {
		_, number, _ := parseVersion(version.Ref)
		same := func(part func(string) string) bool { return is && part(number) == part(now) }
		switch {
		case step == Pre:
			return true
		case step == Minor && !same(semver.Major), step == Patch && !same(semver.MajorMinor):
			return false
		}
		return semver.Prerelease(number) == ""
	})
	if i < 0 {
		return newest, false
	}
	return v.All[i], true
}

// versions lists the tags of a package that are semantic versions: v1.2.3, 1.2.3, and
// shorter ones, behind the same prefix as the ref that the package has. If that is not a
// version, they are behind the directory of the package or one above it (DIR/v1.2.3,
// NAME-v1.2.3), else behind nothing, else behind the only prefix that there is. Where
// several prefixes remain there are no versions.
func (r *repository) versions(ctx context.Context, at Location) (Versions, error) {
	l, err := r.listing(ctx)
	if err != nil {
		return Versions{}, err
	}
	byPrefix := map[string][]Revision{}
	for tag, commit := range l.Tags {
		if prefix, _, is := parseVersion(tag); is {
			byPrefix[prefix] = append(byPrefix[prefix], Revision{Ref: tag, Commit: commit})
		}
	}
	var prefix string
	var chosen bool
	// A tag of the package's own is found by its name without the directory. It may be gone.
	if resolved, _ := l.find(at); resolved.Kind != Branch {
		prefix, _, chosen = parseVersion(resolved.Ref)
	}
	if !chosen {
		prefix, chosen = ownPrefix(byPrefix, at.Directory)
	}
	if !chosen {
		return Versions{}, nil
	}
	return Versions{All: newestFirst(byPrefix[prefix])}, nil
}

// newestFirst are those of some tags that are versions.
func newestFirst(all []Revision) (sorted []Revision) {
	numbers := map[string]string{}
	for _, v := range all {
		if _, number, is := parseVersion(v.Ref); is {
			v.Kind, numbers[v.Ref] = Tag, number
			sorted = append(sorted, v)
		}
	}
	slices.SortFunc(sorted, func(a, b Revision) int {
		return cmp.Or(semver.Compare(numbers[b.Ref], numbers[a.Ref]), strings.Count(b.Ref, ".")-strings.Count(a.Ref, "."), strings.Compare(b.Ref, a.Ref))
	})
	return sorted
}

// ownPrefix is the prefix of a package's versions where its ref does not tell.
func ownPrefix(byPrefix map[string][]Revision, directory string) (string, bool) {
	candidates := prefixes(directory)
	if dir := relative(directory); dir != "." {
		candidates = slices.Insert(candidates, 1, path.Base(dir)+"-")
	}
	for _, prefix := range append(candidates, "") {
		if len(byPrefix[prefix]) > 0 {
			return prefix, true
		}
	}
	if len(byPrefix) != 1 {
		return "", false
	}
	return slices.Collect(maps.Keys(byPrefix))[0], true
}

// parseVersion takes a tag into what stands in front of the version, and the version as semver knows it: v1.2.3. In
// the tag it has a v in front or a dot. The prefix ends where a word does, and is as short as it can be.
func parseVersion(tag string) (prefix, number string, is bool) {
	for at := range len(tag) {
		bare, marked := strings.CutPrefix(tag[at:], "v")
		begins := at == 0 || strings.ContainsRune("/-_@", rune(tag[at-1]))
		if begins && (marked || strings.Contains(bare, ".")) && semver.IsValid("v"+bare) {
			return tag[:at], semver.Canonical("v" + bare), true
		}
	}
	return "", "", false
}

// IsExact reports whether the version of a chart is one, and not a range that helm would choose from: 1.2, ^1,
// >=1.2.0, *.
func IsExact(version string) bool {
	v := "v" + strings.TrimPrefix(version, "v")
	return semver.Canonical(v)+semver.Build(v) == v
}

// IsVersion reports whether a ref is a version, whatever stands in front of it.
func IsVersion(ref string) bool {
	_, _, is := parseVersion(ref)
	return is
}

// Older reports whether a ref is a lower version than another with the same prefix. It is
// false where they are not versions of one scheme.
func Older(ref, than string) bool {
	prefix, number, is := parseVersion(ref)
	prefixThan, numberThan, isThan := parseVersion(than)
	return is && isThan && prefix == prefixThan && semver.Compare(number, numberThan) < 0
}
