package configlists

import (
	"fmt"

	"github.com/petcare/petcare/platform/apperr"
)

// checkOptions notes what is wrong with the options of a field of a type.
func checkOptions(kind FieldType, options []FieldOption, faults *apperr.FieldErrors) {
	if !kind.HasOptions() {
		if len(options) > 0 {
			faults.Add("options", "not_allowed", "belong to fields of type select and multi_select only")
		}
		return
	}
	if len(options) == 0 {
		faults.Add("options", "required", "a field of this type needs at least one option")
	}
	seen := map[string]bool{}
	for i, o := range options {
		if seen[o.Value] {
			faults.Add(fmt.Sprintf("options[%d].value", i), "not_unique", "is the value of another option")
		}
		seen[o.Value] = true
	}
}

// removedValues are the values of options that are not among the new ones.
func removedValues(before, after []FieldOption) []string {
	kept := map[string]bool{}
	for _, o := range after {
		kept[o.Value] = true
	}
	var gone []string
	for _, o := range before {
		if !kept[o.Value] {
			gone = append(gone, o.Value)
		}
	}
	return gone
}
