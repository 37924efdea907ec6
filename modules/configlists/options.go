package configlists

import (
	"fmt"
	"slices"

	"github.com/petcare/petcare/platform/apperr"
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
