package configlists

import (
	"fmt"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/text"
)

// checkOptions adds what is wrong with the options of a field.
func checkOptions(kind FieldType, options []FieldOption, errs *apperr.FieldErrors) {
	if !kind.HasOptions() {
		if len(options) > 0 {
			errs.Add("options", "not_allowed", "belong to fields of type select and multi_select only")
		}
		return
	}
	if len(options) == 0 {
		errs.Add("options", "required", "a field of this type needs at least one option")
	}
	seen := map[string]bool{}
	for i, o := range options {
		if seen[o.Value] {
			errs.Add(fmt.Sprintf("options[%d].value", i), "not_unique", "is the value of another option")
		}
		seen[o.Value] = true
	}
}

// removedValues are the values of the options in before that after has no longer.
func removedValues(before, after []FieldOption) (removed []string) {
	for _, o := range before {
		if !slices.ContainsFunc(after, func(a FieldOption) bool { return a.Value == o.Value }) {
			removed = append(removed, o.Value)
		}
	}
	return removed
}

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
