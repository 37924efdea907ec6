package jsonenc

import (
	"encoding/binary"
	"unicode/utf8"
)

// String appends s as a JSON string. It replaces invalid UTF-8 with U+FFFD.
func String(dst []byte, s string) []byte { return Text(dst, []byte(s)) } // the compiler makes no copy here

// Text is String for bytes.
func Text(dst, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if len(s)-i >= 8 && isPlain(binary.LittleEndian.Uint64(s[i:])) {
			i += 8
			continue
		}
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			dst = append(append(dst, s[start:i]...), "\uFFFD"...)
			i++
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			const digits = "0123456789abcdef"
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

// isPlain reports whether eight characters need no escape: none is a control character, a quote, a backslash or beyond ASCII.
// For each byte, the subtraction borrows into its highest bit when the byte is below what is subtracted.
func isPlain(eight uint64) bool {
	const each, high = 0x0101010101010101, 0x8080808080808080
	quote, backslash := eight^(each*'"'), eight^(each*'\\')
	return (eight|(eight-each*' ')|(quote-each)|(backslash-each))&high == 0
}
