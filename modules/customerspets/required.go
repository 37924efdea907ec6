package customerspets

import (
	"context"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// requirements are the keys and custom fields that must have a value, in order.
type requirements struct{ standard, custom []string }

// requirements returns what the form requires of the caller. Customers need not fill in what they cannot edit.
func (f Form) requirements(ctx context.Context) requirements {
	isCustomer := caller.From(ctx).IsCustomer()
	required := func(rules map[string]Rule) (list []string) {
		for key, rule := range rules {
			if rule.Required && (rule.Editable || !isCustomer) {
				list = append(list, key)
			}
		}
		slices.Sort(list)
		return list
	}
	checkedElsewhere := func(key string) bool { return key == "name" || key == "species" } // every pet has them
	return requirements{slices.DeleteFunc(required(f.Standard), checkedElsewhere), required(f.Custom)}
}

// formRecord is a pointer to a Customer or a Pet.
type formRecord[R any] interface {
	*R
	needs(key string) bool
}

// required returns a fault for each required field that a change leaves without a value. A new record needs all of them. A changed record
// needs those that the change clears and those that it starts to need; it can go on without a value that it did not have before. A field
// that is among the known faults gets no second one.
func required[R any, P formRecord[R]](fields fieldSet[R], needed requirements, given presence, before, after P,
	known apperr.FieldErrors) apperr.FieldErrors {
	faults := requiredStandard(fields, needed.standard, given, before, after, known)
	if len(needed.custom) == 0 {
		return faults
	}
	return append(faults, requiredCustom(needed.custom, given, fields.custom(before), fields.custom(after), known)...)
}

// requiredStandard does not count the default of a new record, as status has one, as a value.
func requiredStandard[R any, P formRecord[R]](fields fieldSet[R], keys []string, given presence,
	before, after P, known apperr.FieldErrors) (faults apperr.FieldErrors) {
	for _, key := range keys {
		isNull, isGiven := given.isNull[key]
		hasValue := fields.hasValue(after, key)
		switch {
		case isFaulty(known, key), !after.needs(key), hasValue && isGiven && !isNull:
		case given.isNew, !hasValue && !before.needs(key), isGiven && fields.hasValue(before, key):
			faults.Add(key, "required", "is required")
		}
	}
	return faults
}

func isFaulty(known apperr.FieldErrors, field string) bool {
	return slices.ContainsFunc(known, func(f apperr.FieldError) bool { return f.Field == field })
}

func requiredCustom(keys []string, given presence, before, after map[string]any, known apperr.FieldErrors) (faults apperr.FieldErrors) {
	for _, key := range keys {
		field := customFields + "." + key
		_, isGiven := given.custom.Value[key]
		_, had := before[key]
		_, has := after[key]
		if !has && !isFaulty(known, field) && (given.isNew || had && (isGiven || given.custom.Null)) {
			faults.Add(field, "required", "is required")
		}
	}
	return faults
}

// requiredOfLine adds the faults that required finds in an import line, under the names that import lines have for the keys.
func requiredOfLine[L, R any, P formRecord[R]](line *importing.Record[L], lineFields fieldSet[L], fields fieldSet[R], needed requirements,
	before, after P) {
	if len(needed.standard) == 0 && len(needed.custom) == 0 {
		return // as with most forms; the rest takes time
	}
	if line.Kept != nil {
		return // it was there before the form asked for more
	}
	given := lineFields.presence(&line.Line, !line.Exists)
	if line.Exists {
		given = fields.withOmitted(given, before)
	}
	for key := range lineKeys {
		if given.isNew && fields.hasValue(after, key) { // the line has the key under its other name
			given.isNull[key] = false
		}
	}
	known := *line.Errors
	for _, fault := range required(fields, needed, given, before, after, known) {
		if name, ok := lineKeys[fault.Field]; ok {
			fault.Field = name
			if slices.ContainsFunc(known, func(f apperr.FieldError) bool { return strings.HasPrefix(f.Field, name) }) {
				continue // the line gives a value, but a wrong one
			}
		}
		*line.Errors = append(*line.Errors, fault)
	}
}

// lineKeys are the keys of records that are not a patch.Field of that name in import lines, with their names there.
var lineKeys = map[string]string{
	"breed_ids": "breeds", "secondary_pet_status_id": "secondary_pet_status", "colour_code_ids": "colour_codes", "external_id": "external_id",
}
