// Package version compares texts that hold versions: tags of images, refs of URLs, plain
// versions and dates. It must not know where they stand.
package version

import (
	"cmp"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// Compare compares two texts as versions: positive if a is the higher, negative if b is.
// They are comparable if all but the version agrees: tags of one image, refs of one
// URL, versions of one action, or nothing but versions, and if they are plain versions with dots, or dates. Of
// numbers of builds, hashes and digests nobody knows which is the newer; a digest behind a tag goes
// with it.
//
// rule: newest/*
func Compare(a, b string) (order int, versions bool) {
	a, digestA, pinned := strings.Cut(a, digest)
	b, digestB, also := strings.Cut(b, digest)
	if pinned != also {
		return 0, false
	}
	order, versions = compare(a, b, pinned)
	return order, versions && (order != 0 || digestA == digestB)
}

// digest begins the digest of an image.
const digest = "@sha256:"

// compare compares texts without digests; isTag: they may be tags without an image.
func compare(a, b string, isTag bool) (order int, versions bool) {
	beforeA, wordA, afterA, tagged := cutVersion(a)
	beforeB, wordB, afterB, also := cutVersion(b)
	if beforeA != beforeB || afterA != afterB || tagged != also {
		return 0, false
	}
	tagged = tagged || isTag
	va, ok := readVersion(wordA, tagged)
	if !ok {
		return 0, false
	}
	vb, ok := readVersion(wordB, tagged)
	if !ok || va.flavour != vb.flavour {
		return 0, false
	}
	return semver.Compare(va.canonical, vb.canonical), true
}

// cutVersion finds where in a text a version is: behind ?ref= of a URL, behind the colon
// of an image, behind the @ of a name (an action of a workflow, a module), else all of it.
func cutVersion(text string) (before, version, after string, tagged bool) {
	for _, mark := range []string{"?ref=", "&ref="} {
		if at := strings.Index(text, mark); at >= 0 {
			version = text[at+len(mark):]
			before = text[:at+len(mark)]
			if end := strings.IndexAny(version, "&#"); end >= 0 {
				version, after = version[:end], version[end:]
			}
			return before, version, after, true
		}
	}
	if at := strings.LastIndexByte(text, ':'); at > strings.LastIndexByte(text, '/') && at > 0 && !strings.ContainsAny(text, "@ \n") {
		return text[:at+1], text[at+1:], "", true
	}
	if name, version, named := strings.Cut(text, "@"); named && name != "" && !strings.ContainsAny(text, " \n") {
		return name + "@", version, "", false
	}
	return "", text, "", false
}

// number is a version number as the library compares it, and the flavour of
// an image behind it (alpine), which is not part of the number.
type number struct{ canonical, flavour string }

// readDate reads 2024-10-01, also behind a word (nightly.2024-10-01), and of a tag 20241001.
func readDate(text string, tagged bool) (v number, ok bool) {
	layout, word := time.DateOnly, ""
	if tagged && len(text) == len("20060102") {
		layout = "20060102"
	} else if at := len(text) - len(layout); at > 1 && strings.Trim(text[:at-1], "abcdefghijklmnopqrstuvwxyz") == "" && strings.IndexByte(".-", text[at-1]) >= 0 {
		word, text = text[:at], text[at:]
	}
	date, err := time.Parse(layout, text)
	if err != nil || date.Year() < 1990 || date.Year() > 2199 {
		return v, false
	}
	return number{date.Format("v2006.1.2"), "date " + layout + " " + word}, true
}

// readVersion reads v1.2, 1.25.3, 2024.10.1, 1.2.3-rc.1, 16-alpine3.19. A number by
// itself may be anything (a port, if behind a colon) and is not a version; nor is one
// with a single dot, unless it is a tag.
func readVersion(text string, tagged bool) (v number, ok bool) {
	if v, ok = readDate(text, tagged); ok {
		return v, true
	}
	text, build, _ := strings.Cut(text, "+")
	bare := strings.TrimPrefix(text, "v")
	number, suffix, _ := strings.Cut(bare, "-")
	parts, least := strings.Split(number, "."), 3
	switch {
	case bare != text || suffix != "":
		least = 1
	case tagged:
		least = 2
	}
	if len(parts) < least || len(parts) > 3 || suffix != "" && isDigits(suffix[:1]) {
		return v, false
	}
	parts = append(parts, "0", "0")[:3]
	for i, part := range parts {
		if !isDigits(part) {
			return v, false
		}
		parts[i] = cmp.Or(strings.TrimLeft(part, "0"), "0")
	}
	v.canonical = "v" + strings.Join(parts, ".")
	if isPrerelease(suffix) {
		v.canonical += "-" + suffix
	} else {
		v.flavour = suffix
	}
	v.flavour += "+" + build
	return v, semver.IsValid(v.canonical)
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// isPrerelease reports whether a suffix makes a version precede its number: rc.1,
// beta2. With any other suffix, such as the number of a build (dev.45), it is another
// variant of the same number.
func isPrerelease(suffix string) bool {
	word := strings.TrimRight(suffix, "0123456789.")
	switch strings.ToLower(strings.TrimRight(word, "-")) {
	case "alpha", "beta", "rc", "pre", "preview":
		return true
	}
	return false
}
