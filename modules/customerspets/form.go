package customerspets

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// Form is what an account asks for in the records of a kind.
type Form struct {
	Standard map[string]Rule // by key
	Custom   map[string]Rule
	// Check gives values of custom fields as they are stored (nil: cleared), and what is wrong at custom_fields.<key>.
	Check func(values map[string]any) (map[string]any, apperr.FieldErrors)
}

// Rule is what a form says of one field.
type Rule struct {
	Required bool // a new record needs a value
	Visible  bool // to customers
	Editable bool // to changes by customers
	Phone    bool // its values are phone numbers
}

// formFor holds the form when it has a say in the change: always for a new record and for a customer, else when a key is
// cleared, custom fields are sent or a required key begins to matter. It fails with apperr.Forbidden when a customer sends what the form
// does not open.
func (s *Service) formFor(ctx context.Context, account uuid.UUID, kind Kind, keys sent) (Form, error) {
	if !keys.isNew && !keys.asks && !caller.From(ctx).IsCustomer() {
		return Form{}, nil
	}
	form, err := s.lists.FormForShare(ctx, account, kind)
	if err != nil || !caller.From(ctx).IsCustomer() {
		return form, err
	}
	return form, form.permit(kind, keys)
}

// closedKeys are the keys that no form opens to customers.
var closedKeys = []string{"external_id", "password"}

// permit fails when a customer sends a key that the form does not open to customers.
func (f Form) permit(kind Kind, keys sent) error {
	var closed []string
	// null clears them all, those too of which the customer is not to know.
	if keys.custom.Null && slices.ContainsFunc(slices.Collect(maps.Values(f.Custom)), func(r Rule) bool { return !r.Editable }) {
		closed = append(closed, customFields)
	}
	for key := range keys.null {
		never := slices.Contains(closedKeys, key) || kind == OfCustomers && key == "status"
		if key != customFields && (never || !f.Standard[key].Editable) {
			closed = append(closed, key)
		}
	}
	for key := range keys.custom.Value {
		if !f.Custom[key].Editable {
			closed = append(closed, customFields+"."+key)
		}
	}
	if len(closed) == 0 {
		return nil
	}
	slices.Sort(closed)
	return apperr.NewForbidden("forbidden", "customers cannot set "+strings.Join(closed, ", "))
}

// required notes the required fields without a value: of a new record all of them, of a changed one those that the change clears; what
// had no value before a rule came need not get one, but what the change makes a matter of the pet does. Keys with a default (status)
// count as sent only when the change sends them.
func (k keys[R]) required(ctx context.Context, f Form, keys sent, before, after *R, faults *apperr.FieldErrors) {
	pet, isPet := any(after).(*Pet)
	old, _ := any(before).(*Pet)
	for _, key := range requiredOf(ctx, f.Standard) {
		if isPet && !pet.isAsked(key) {
			continue
		}
		null, isSent := keys.null[key]
		if isSent && !null && k.filled(after, key) {
			continue
		}
		isNewlyAsked := isPet && !old.isAsked(key) && !k.filled(after, key)
		if keys.isNew || isNewlyAsked || isSent && k.filled(before, key) {
			faults.Add(key, "required", "is required")
		}
	}
	custom := requiredOf(ctx, f.Custom)
	if len(custom) == 0 {
		return
	}
	had, has := k.custom(before), k.custom(after)
	for _, key := range custom {
		field := customFields + "." + key
		_, isSent := keys.custom.Value[key]
		_, hadIt := had[key]
		_, hasIt := has[key]
		isWrong := slices.ContainsFunc(*faults, func(is apperr.FieldError) bool { return is.Field == field })
		if !hasIt && !isWrong && (keys.isNew || hadIt && (isSent || keys.custom.Null)) {
			faults.Add(field, "required", "is required")
		}
	}
}

// requiredOfLine is required for an import line, which says all of a record. Most forms require nothing, which saves a look at
// the keys.
func requiredOfLine[L, R any](ctx context.Context, f Form, line *importing.Record[L], of keys[L], k keys[R], before, after *R) {
	if len(requiredOf(ctx, f.Standard)) == 0 && len(requiredOf(ctx, f.Custom)) == 0 {
		return
	}
	keys, faults := of.sent(&line.Line, !line.Exists), line.Errors
	if line.Exists {
		keys = k.asWhole(keys, before)
	}
	for key := range lineKeys {
		if keys.isNew && k.filled(after, key) { // by a key of the line that is no change of the record's key
			keys.null[key] = false
		}
	}
	known := len(*faults)
	k.required(ctx, f, keys, before, after, faults)
	for i := len(*faults) - 1; i >= known; i-- {
		fault := &(*faults)[i]
		name, ok := lineKeys[fault.Field]
		if !ok {
			continue
		}
		fault.Field = name
		if slices.ContainsFunc((*faults)[:known], func(is apperr.FieldError) bool { return strings.HasPrefix(is.Field, name) }) {
			*faults = slices.Delete(*faults, i, i+1) // it is there, but wrong
		}
	}
}

// lineKeys are the keys of a record that have another name in import lines, or are in every line.
var lineKeys = map[string]string{
	"breed_ids": "breeds", "secondary_pet_status_id": "secondary_pet_status", "colour_code_ids": "colour_codes", "external_id": "external_id",
}

// requiredOf are the keys that need a value, in order.
func requiredOf(ctx context.Context, rules map[string]Rule) []string {
	isCustomer := caller.From(ctx).IsCustomer()
	var list []string
	for key, rule := range rules {
		// What customers cannot fill in is not asked of them. Nameless pets do not get this far.
		if rule.Required && (rule.Editable || !isCustomer) && key != "name" && key != "species" {
			list = append(list, key)
		}
	}
	slices.Sort(list)
	return list
}

// mergeCustom lays custom values over those that a record has. What is wrong with them goes to the faults of the reader.
func (f Form) mergeCustom(r *reader, change patch.Field[map[string]any], to *jsonb.Of[map[string]any]) {
	if !change.Set {
		return
	}
	merged := map[string]any{}
	if !change.Null {
		maps.Copy(merged, to.Get())
	}
	stored, wrong := f.Check(f.international(r, change.Value))
	*r.faults = append(*r.faults, wrong...)
	maps.Copy(merged, stored)
	maps.DeleteFunc(merged, func(_ string, value any) bool { return value == nil })
	if *to = jsonb.New(merged); len(to.Text()) > maxCustom {
		r.faults.Add("custom_fields", "too_large", "have at most 64 KiB together")
	}
}

// refusal is what a change ends with: nil, err, or the faults. Custom fields that are too long, and nothing else, are too_large, like a
// record that is.
func (r *reader) refusal() error {
	if r.err != nil {
		return r.err
	}
	faults := *r.faults
	if len(faults) == 1 && faults[0].Field == "custom_fields" && faults[0].Code == "too_large" {
		return &apperr.Error{Kind: apperr.Invalid, Code: "too_large", Detail: "custom_fields " + faults[0].Message, Errors: faults}
	}
	return faults.Err()
}

// international are custom values with phone numbers in international form; what is no number is left to Check.
func (f Form) international(r *reader, values map[string]any) map[string]any {
	read := maps.Clone(values)
	for key, value := range values {
		number, ok := value.(string)
		if number = text.Clean(number); !ok || number == "" || !f.Custom[key].Phone {
			continue
		}
		country := ""
		if !strings.HasPrefix(number, "+") {
			country = r.home()
		}
		if n, ok := r.phones.Read(number, country); ok && r.err == nil {
			read[key] = n.E164
		}
	}
	return read
}

// maxCustom is how large the custom fields of a record are together, as JSON.
const maxCustom = 64 << 10
