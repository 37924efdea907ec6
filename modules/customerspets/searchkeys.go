package customerspets

import (
	"encoding/binary"
	"slices"

	"github.com/google/uuid"
)

// SearchKeys are the parts by which an index finds a search text, each as one character: all runs of three characters that lie within a
// word, or begin with the space in front of it. A text that contains another one has all keys of that. Keys of another account or run are
// seldom the same: what an index finds has to be looked into. They are "" for a text without such a run.
//
// The database makes the same keys (customerspets.search_keys).
func SearchKeys(account uuid.UUID, search string) string {
	const first, n = 0x0800, 53231 // characters of three bytes; a prime
	of := int64(binary.BigEndian.Uint16(account[14:])) * 7919
	keys := make([]rune, 0, len(search))
	var a, b int64 // the two characters before
	for _, char := range search {
		c := int64(char)
		if a != 0 && b != ' ' && c != ' ' {
			keys = append(keys, first+rune(((a*1000003+b)*1000003+c+of)%n))
		}
		a, b = b, c
	}
	slices.Sort(keys)
	return string(slices.Compact(keys))
}
