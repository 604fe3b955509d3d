package upstream

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ends gives text files the ends of lines that attributes ask for, as a checkout does.
// Without attributes nothing is asked of git.
func (s *store) ends(ctx context.Context, commit, dir string, entries []entry, files *Files) error {
	above := ""
	if dir != "." {
		var err error
		if above, err = s.git(ctx, "", append([]string{"ls-tree", "-z", commit, "--"}, attributesAbove(dir)...)...); err != nil {
			return err
		}
	}
	has := above != ""
	for _, e := range entries {
		has = has || path.Base(e.path) == attributesFile
	}
	if !has {
		return nil
	}
	crlf, err := s.crlf(ctx, dir, above, entries)
	for i := range files.All {
		if f := &files.All[i]; crlf[f.Path] {
			f.Data = withCRLF(f.Data)
		}
	}
	return err
}

// crlf are the paths of the files that are to have lines that end in CR and LF.
func (s *store) crlf(ctx context.Context, dir, above string, entries []entry) (map[string]bool, error) {
	temporary, err := os.MkdirTemp("", "krm-merge-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temporary) }()
	indexed := *s
	indexed.Env = []string{"GIT_INDEX_FILE=" + filepath.Join(temporary, "index")}
	var index, paths strings.Builder
	index.WriteString(above)
	for _, e := range entries {
		if e.mode == modeLink || e.mode == modeSubmodule {
			continue
		}
		if path.Base(e.path) == attributesFile {
			index.WriteString(e.mode + " blob " + e.id + "\t" + path.Join(dir, e.path) + "\x00")
		}
		paths.WriteString(path.Join(dir, e.path) + "\x00")
	}
	if _, err = indexed.git(ctx, index.String(), "update-index", "-z", "--index-info"); err != nil {
		return nil, err
	}
	out, err := indexed.git(ctx, paths.String(), "check-attr", "--cached", "-z", "--stdin", "text", "eol")
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	// Path, attribute, value, and that for each of the two attributes.
	for fields := strings.Split(out, "\x00"); len(fields) >= 6; fields = fields[6:] {
		if text, eol := fields[2], fields[5]; eol == "crlf" && text != "unset" {
			found[strings.TrimPrefix(fields[0], strings.TrimPrefix(dir+"/", "./"))] = true
		}
	}
	return found, nil
}

// withCRLF is a text whose lines end in CR and LF. What is not text, or has a CR already,
// is as it was.
func withCRLF(data []byte) []byte {
	if bytes.IndexByte(data, 0) >= 0 || bytes.IndexByte(data, '\r') >= 0 {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
}
