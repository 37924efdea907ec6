package configlists

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/text"
)

// checkOptions adds what is wrong with the options of a field.
func checkOptions(kind FieldType, options []FieldOption, errs *apperr.FieldErrors) {
	if !kind.HasOptions() {
		if len(options) > 0 {
			errs.AddWith("type", "options", "not_allowed", "belong to fields of type select and multi_select only")
		}
		return
	}
	if len(options) == 0 {
		errs.Add("options", "required", "a field of this type needs at least one option")
	}
	checkValues(options, errs)
}

// checkValues adds the options whose value another one has.
func checkValues(options []FieldOption, errs *apperr.FieldErrors) {
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

// reservedKey is the key where records keep the values, so that no field has it.
const reservedKey = "custom_fields"

const isReserved = "is reserved: under custom_fields, records keep the values of all custom fields"

// checkKey adds what is wrong with the key that is given, or made from the label.
func checkKey(given, label string, errs *apperr.FieldErrors) {
	switch {
	case given == reservedKey:
		errs.Add("key", "duplicate", isReserved)
	case given == "" && keyOf(label) == reservedKey:
		errs.Add("key", "duplicate", isReserved+"; the label makes it: give another key")
	}
}

// freeKey is the given key, or one made from the label. It fails with ErrKeyTaken when a field of the form has the given one, and
// with apperr.Invalid when a field has that of the label: a key of another spelling would surprise whoever uses it.
func freeKey(given, label string, lists ...[]Field) (string, error) {
	taken := map[string]uuid.UUID{}
	for _, list := range lists {
		for _, f := range list {
			taken[f.Key] = f.ID
		}
	}
	spelled := cmp.Or(given, keyOf(label))
	key := cmp.Or(spelled, "field")
	other, isTaken := taken[key]
	for n := 2; isTaken && spelled == ""; n++ { // nothing of the label can be spelled, so no spelling surprises
		key = "field_" + strconv.Itoa(n)
		_, isTaken = taken[key]
	}
	switch {
	case isTaken && given != "":
		return "", ErrKeyTaken.With(other)
	case isTaken:
		return "", apperr.NewInvalid("key", "duplicate", "the form has a field with the key "+key+" already, which is what the label "+
			"makes: give a key")
	}
	return key, nil
}

// keyOf spells a label with a-z, 0-9 and single underscores; "" when that leaves nothing, as of Japanese.
func keyOf(label string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(text.Fold(label), "'", ""), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	key := strings.Join(words, "_")
	if key != "" && (key[0] < 'a' || key[0] > 'z') {
		key = "field_" + key
	}
	return strings.TrimRight(key[:min(len(key), maxKey)], "_")
}
