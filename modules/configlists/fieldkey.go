package configlists

import (
	"fmt"
	"strings"

	"github.com/petcare/petcare/platform/text"
)

const maxKey = 60

// freeKey is the given key, or one made from the label that no field of the form has yet. It fails with ErrKeyTaken.
func freeKey(given, label string, lists ...[]Field) (string, error) {
	taken := map[string]bool{"custom_fields": true} // where records keep the values
	for _, list := range lists {
		for _, f := range list {
			taken[f.Key] = true
		}
	}
	if given != "" {
		if taken[given] {
			return "", ErrKeyTaken
		}
		return given, nil
	}
	stem := keyOf(label)
	key := stem
	for n := 2; taken[key]; n++ {
		suffix := fmt.Sprintf("_%d", n)
		key = strings.TrimRight(stem[:min(len(stem), maxKey-len(suffix))], "_") + suffix
	}
	return key, nil
}

// keyOf spells a label with a-z, 0-9 and single underscores; a label that leaves nothing to spell becomes "field".
func keyOf(label string) string {
	words := strings.FieldsFunc(text.Fold(label), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '\''
	})
	key := strings.ReplaceAll(strings.Join(words, "_"), "'", "")
	key = strings.Trim(key, "_")
	if key == "" {
		return "field"
	}
	if key[0] < 'a' || key[0] > 'z' {
		key = "field_" + key
	}
	return strings.TrimRight(key[:min(len(key), maxKey)], "_")
}
