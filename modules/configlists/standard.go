package configlists

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// standard is what a standard field is until an account changes it.
type standard struct {
	key      string
	kind     FieldType
	label    string
	help     string
	options  []FieldOption
	section  string
	required bool
	visible  bool // to customers
	editable bool // by customers
	locked   []string
}

// The properties that can be locked.
const (
	requiredKey   = "required"
	visibleKey    = "visible"
	visibleToKey  = "visible_to_customer"
	editableByKey = "editable_by_customer"
)

// template returns the unchanged standard fields of a form, without ids and times, which differ by account. They live in code, so that
// accounts of any age have them; only changed ones have a row.
func template(form Form, defaults []standard) []Field {
	list := make([]Field, len(defaults))
	for i, d := range defaults {
		list[i] = Field{
			Meta: record.Meta{Version: 1}, Form: form, Kind: StandardField, Key: d.key, Type: d.kind, Label: d.label,
			HelpText: text.Optional(&d.help), Options: jsonb.New(orEmpty(d.options)), Required: d.required, Visible: true,
			VisibleToCustomer: d.visible, EditableByCustomer: d.editable, Section: text.Optional(&d.section), ItemOrder: i + 1,
			Locked: jsonb.New(orEmpty(d.locked)),
		}
	}
	return list
}

// ofAccount returns unchanged standard fields with the ids and times that they have in an account.
func ofAccount(account uuid.UUID, standard []Field) []Field {
	made := time.Unix(account.Time().UnixTime()).UTC() // its id, a UUIDv7, tells
	list := slices.Clone(standard)
	for i := range list {
		f := &list[i]
		f.ID, f.AccountID, f.CreatedAt, f.UpdatedAt = standardID(account, f.Form, f.Key), account, made, made
	}
	return list
}

// withChanges lays the rows of changed standard fields over the unchanged ones.
func withChanges(standard, rows []Field) []Field {
	list := slices.Clone(standard)
	for _, r := range rows {
		i := slices.IndexFunc(list, func(f Field) bool { return f.Key == r.Key })
		if r.Kind == StandardField && i >= 0 {
			list[i] = list[i].changedTo(r)
		}
	}
	return list
}

// changedTo takes over what an account can change in a standard field; the rest stays as the code says.
func (f Field) changedTo(row Field) Field {
	row.ID, row.Type, row.Options, row.ItemOrder, row.Locked, row.CreatedAt = f.ID, f.Type, f.Options, f.ItemOrder, f.Locked, f.CreatedAt
	return row
}

// standardID is the id of a standard field, always the same for an account, form and key.
func standardID(account uuid.UUID, form Form, key string) uuid.UUID {
	return ids.Derived(account, []byte("standard field "+account.String()+"/"+string(form)+"/"+key))
}

// orEmpty is a list that is never null.
func orEmpty[T any](list []T) []T { return append([]T{}, list...) }
