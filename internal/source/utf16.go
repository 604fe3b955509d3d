package source

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// byteOrder16 reads and writes numbers of two bytes.
type byteOrder16 interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// byteOrder gives the byte order of a text in UTF-16, nil for other texts. The
// YAML library reads such a text by its byte order mark.
func byteOrder(text []byte) byteOrder16 {
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// toUTF8 decodes a text in UTF-16 without its byte order mark, and escapes of JSON; other
// texts are given back.
func toUTF8(text []byte) []byte {
	order := byteOrder(text)
	if order == nil {
		return plainJSON(text)
	}
	var units []uint16
	for i := 2; i+1 < len(text); i += 2 {
		units = append(units, order.Uint16(text[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// toUTF16 encodes a text, with a byte order mark.
func toUTF16(text []byte, order byteOrder16) []byte {
	out := order.AppendUint16(make([]byte, 0, 2*len(text)+2), 0xfeff)
	for _, u := range utf16.Encode([]rune(string(text))) {
		out = order.AppendUint16(out, u)
	}
	return out
}
