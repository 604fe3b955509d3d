package wire

import "strings"

// key reads a key. after is where the text behind its colon begins, 0 if there
// is not a key there.
func (s *scanner) key(at int) (key string, after int) {
	from, to := at, at
	if q := s.text[at]; q == '"' || q == '\'' {
		from++
		for to = from; to < s.end && s.text[to] != q; to++ {
			if s.text[to] == '\\' {
				return "", 0
			}
		}
		at = to + 1
	} else {
		for to < s.end && isKeyByte(s.text[to]) {
			to++
		}
		if s.text[from] == '-' {
			return "", 0
		}
		at = to
	}
	if to == from || to-from > longestKey || at >= s.end || s.text[at] != ':' || at+1 < s.end && s.text[at+1] != ' ' {
		return "", 0
	}
	return s.text[from:to], at + 1
}

func (s *scanner) isEntry(at int) bool {
	_, after := s.key(at)
	return after > 0
}

// few keys are compared one by one.
const few = 16

// once reports whether the map has no other key that might be equal.
func (s *scanner) once(in *level, key string) bool {
	if isNumberLike(key) {
		// Spelled differently it may be equal still: 1.0 and 1.
		key = "0"
	}
	if in.many != nil {
		if in.many[key] {
			return false
		}
		in.many[key] = true
		return true
	}
	for _, k := range s.keys[in.keys:] {
		if k == key {
			return false
		}
	}
	s.keys = append(s.keys, key)
	if len(s.keys)-in.keys > few {
		in.many = make(map[string]bool, 4*few)
		for _, k := range s.keys[in.keys:] {
			in.many[k] = true
		}
	}
	return true
}

// isNumberLike reports whether a key may be something else than its text.
func isNumberLike(key string) bool {
	switch c := key[0]; {
	case '0' <= c && c <= '9', c == '.', c == '+', c == '~':
		return true
	case len(key) > len("false"):
		return false
	}
	switch strings.ToLower(key) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return true
	}
	return false
}
