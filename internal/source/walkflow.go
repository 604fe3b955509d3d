package source

func (w *walker) flowMapping(p *place) error {
	n := p.node
	if len(n.Content)%2 != 0 {
		return w.refuse("mapping with a key and no value")
	}
	if len(n.Content) == 2 && n.Content[0].Line == n.Line && n.Content[0].Column == n.Column {
		p.bare = true
	} else if err := w.expect('{'); err != nil {
		return err
	}
	p.entries = make([]entry, 0, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		w.trivia()
		e := entry{start: w.at, mark: -1}
		if !p.bare && w.indicator('?') {
			e.explicit = true
			w.at++
		}
		var err error
		if e.key, err = w.value(n.Content[i], -1, true); err != nil {
			return err
		}
		after := w.at
		w.trivia()
		if w.is(':') {
			w.at++
			e.mark = w.at
		} else {
			w.at = after
			if !isEmptyPlain(n.Content[i+1]) {
				return w.refuse("expected the value of a key")
			}
		}
		if e.value, err = w.value(n.Content[i+1], -1, true); err != nil {
			return err
		}
		e.end = w.at
		p.entries = append(p.entries, e)
		if !p.bare {
			if err := w.separator(i+2 == len(n.Content), '}'); err != nil {
				return err
			}
		}
	}
	if p.bare {
		return nil
	}
	w.trivia()
	return w.expect('}')
}

func (w *walker) flowSequence(p *place) error {
	if err := w.expect('['); err != nil {
		return err
	}
	n := p.node
	p.entries = make([]entry, 0, len(n.Content))
	for i, item := range n.Content {
		w.trivia()
		e := entry{start: w.at, mark: w.at}
		var err error
		if e.value, err = w.value(item, -1, true); err != nil {
			return err
		}
		e.end = w.at
		p.entries = append(p.entries, e)
		if err := w.separator(i+1 == len(n.Content), ']'); err != nil {
			return err
		}
	}
	w.trivia()
	return w.expect(']')
}

// separator goes over the comma behind an entry; the last one needs none.
func (w *walker) separator(last bool, end byte) error {
	w.trivia()
	if last && w.is(end) {
		return nil
	}
	return w.expect(',')
}
