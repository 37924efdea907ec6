package customerspets

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Form is what an account asks for in the records of a kind.
type Form struct {
	Standard map[string]Rule // by key
	Custom   map[string]Rule
	// Check gives values of custom fields as they are stored (nil: cleared), and what is wrong at custom_fields.<key>.
	Check func(values map[string]any) (map[string]any, apperr.FieldErrors)
	// Words are the values of options by what tables may say for them, folded: the value or its label, by key.
	Words map[string]map[string]string
}

// Rule is what a form says of one field.
type Rule struct {
	Required bool // a new record needs a value
	Visible  bool // to customers
	Editable bool // to changes by customers
	Phone    bool // its values are phone numbers
}

// formFor reads and holds the form if the change depends on it: if it creates a record, if a customer makes it, or if it may remove the
// value of a field, as each may that sets custom fields; of all others it is the zero Form, which is asked for nothing. It fails with
// apperr.Forbidden if a customer changes a field that the form does not let customers edit.
func (s *Service) formFor(ctx context.Context, account uuid.UUID, kind Kind, given presence) (Form, error) {
	if !given.isNew && !given.mayRemove && !caller.From(ctx).IsCustomer() {
		return Form{}, nil
	}
	form, err := s.lists.FormForShare(ctx, account, kind)
	if err != nil || !caller.From(ctx).IsCustomer() {
		return form, err
	}
	return form, form.permit(kind, given)
}

// closedKeys are the keys that no form opens to customers.
var closedKeys = []string{"external_id", "password", "photo_file_id"}

// permit fails when a customer sends a key that the form does not open to customers.
func (f Form) permit(kind Kind, given presence) error {
	var closed []string
	// null clears them all, those too of which the customer is not to know.
	if given.custom.Null && slices.ContainsFunc(slices.Collect(maps.Values(f.Custom)), func(r Rule) bool { return !r.Editable }) {
		closed = append(closed, customFields)
	}
	for key := range given.isNull {
		never := slices.Contains(closedKeys, key) || kind == OfCustomers && key == "status"
		if key != customFields && (never || !f.Standard[key].Editable) {
			closed = append(closed, key)
		}
	}
	for key := range given.custom.Value {
		if !f.Custom[key].Editable {
			closed = append(closed, customFields+"."+key)
		}
	}
	if len(closed) == 0 {
		return nil
	}
	slices.Sort(closed)
	return forbid(closed...)
}

func forbid(keys ...string) error {
	return apperr.NewForbidden("forbidden", "customers cannot set "+strings.Join(keys, ", "))
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
		if n, ok := r.phones.Read(number, country); ok {
			read[key] = n.E164
		}
	}
	return read
}

// maxCustom is how large the custom fields of a record are together, as JSON.
const maxCustom = 64 << 10
