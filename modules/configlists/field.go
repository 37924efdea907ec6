package configlists

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Form is one of the two forms of an account.
type Form string

// The forms.
const (
	CustomerForm Form = "customer"
	PetForm      Form = "pet"
)

// hasCustom reports whether f is a custom field of this form.
func (form Form) hasCustom(f Field) bool { return f.Form == form && f.Kind == CustomField }

// FieldKind tells the fields that every form has from those that the account added.
type FieldKind string

// The kinds of fields.
const (
	StandardField FieldKind = "standard"
	CustomField   FieldKind = "custom"
)

// FieldType says what values a field takes.
type FieldType string

// The types of fields.
const (
	Text        FieldType = "text"
	Textarea    FieldType = "textarea"
	Number      FieldType = "number"
	Date        FieldType = "date"
	Boolean     FieldType = "boolean"
	Select      FieldType = "select"
	MultiSelect FieldType = "multi_select"
	Email       FieldType = "email"
	Phone       FieldType = "phone"
	URL         FieldType = "url"
)

// The types that only standard fields can have, named after the key of the record.
const (
	Address        FieldType = "address"
	Phones         FieldType = "phones"
	Contacts       FieldType = "contacts"
	Vet            FieldType = "vet"
	Consent        FieldType = "consent" // an object of yes and no, whose keys are the options
	Weight         FieldType = "weight"
	Tags           FieldType = "tags"
	Breeds         FieldType = "breeds"       // ids, of the pet's species
	ColourCodes    FieldType = "colour_codes" // ids, of the type of the form
	PetStatusField FieldType = "secondary_pet_status"
	PhotoField     FieldType = "photo" // the id of a file
)

// Choices are all types.
func (FieldType) Choices() []string {
	all := []FieldType{Text, Textarea, Number, Date, Boolean, Select, MultiSelect, Email, Phone, URL,
		Address, Phones, Contacts, Vet, Consent, Weight, Tags, Breeds, ColourCodes, PetStatusField, PhotoField}
	return lists.Map(all, func(t FieldType) string { return string(t) })
}

// HasOptions reports whether values are chosen from options.
func (t FieldType) HasOptions() bool { return t == Select || t == MultiSelect }

// FieldOption is one choice of a select or multi_select field.
type FieldOption struct {
	Value string `json:"value" minLength:"1" maxLength:"100" doc:"What is stored; unique in the field" example:"raw"`
	Label string `json:"label" minLength:"1" maxLength:"100" doc:"What is shown" example:"Raw food"`
}

// texts keeps the tag of Locked in its line.
type texts = jsonb.Of[[]string]

// Field is one field of a form, as the API and events show it. Standard fields are as old as their account.
type Field struct {
	record.Meta
	Form Form      `json:"-"`
	Kind FieldKind `json:"kind" enum:"standard,custom" example:"custom"`
	Key  string    `json:"key" format:"key" maxLength:"60" doc:"Key of the value; unique in the form, never changes" example:"diet"`
	Type FieldType `json:"type" doc:"What values it takes; never changes. From address on: standard fields only" example:"select"`

	Label    string                  `json:"label" minLength:"1" maxLength:"100" doc:"What the form shows" example:"Diet"`
	HelpText *string                 `json:"help_text" maxLength:"300" doc:"Explains the field" example:"What the pet eats at home"`
	Options  jsonb.Of[[]FieldOption] `json:"options" maxItems:"200" doc:"The choices of select and multi_select; empty for other types"`

	Required           bool `json:"required"`
	Visible            bool `json:"visible" doc:"Whether the form shows the field at all"`
	VisibleToCustomer  bool `json:"visible_to_customer" doc:"Whether customers see it"`
	EditableByCustomer bool `json:"editable_by_customer" doc:"Customers who see it may change it"`

	Section   *string `json:"section" maxLength:"60" doc:"The part of the form in which it stands" example:"Feeding"`
	ItemOrder int     `json:"item_order" minimum:"1" maximum:"2147483647" doc:"Place among the fields of its kind" example:"1"`
	Locked    texts   `json:"locked" maxItems:"7" enum:"label,help_text,required,visible,visible_to_customer,editable_by_customer,section"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Field) Docs() map[string]string {
	return map[string]string{
		"kind": "standard: a key of the record itself; custom: added by the account, its values are in custom_fields",
		"required": "A new record needs a value, if the field is visible too; deceased_on only of a deceased pet, birth_date_precision only " +
			"beside a birth_date",
		"locked": "The properties of a standard field that cannot change",
	}
}

// RequiresValue reports whether new records need a value: what the form hides cannot be asked for.
func (f Field) RequiresValue() bool { return f.Required && f.Visible }

// VisibleForCustomer reports whether a customer may know of the field and its value.
func (f Field) VisibleForCustomer() bool { return f.Visible && f.VisibleToCustomer }

// EditableForCustomer reports whether a customer may change the value.
func (f Field) EditableForCustomer() bool { return f.VisibleForCustomer() && f.EditableByCustomer }

// FieldOrder is the object of the events customer_field.reordered and pet_field.reordered.
type FieldOrder struct {
	AccountID uuid.UUID   `json:"account_id" format:"uuid" doc:"The account"`
	IDs       []uuid.UUID `json:"ids" maxItems:"100" doc:"The custom fields of the form in their order"`

	Moved []MovedField `json:"moved" required:"false" maxItems:"100" doc:"The fields whose place changed; older events lack it"`
}

// MovedField is what a new order changes in a field.
type MovedField struct {
	ID        uuid.UUID `json:"id" format:"uuid" doc:"The field"`
	ItemOrder int       `json:"item_order" minimum:"1" maximum:"2147483647" doc:"Its new place" example:"1"`
	Version   int64     `json:"version" minimum:"1" doc:"Its new version" example:"2"`
	UpdatedAt time.Time `json:"updated_at" format:"date-time" doc:"When it moved"`
}

// FieldCreate is what a new custom field is made from.
type FieldCreate struct {
	Key  string    `json:"key,omitempty" minLength:"1" maxLength:"60" format:"key" example:"diet"`
	Type FieldType `json:"type" enum:"text,textarea,number,date,boolean,select,multi_select,email,phone,url" example:"select"`

	Label              string        `json:"label" minLength:"1" maxLength:"100" doc:"What the form shows" example:"Diet"`
	HelpText           *string       `json:"help_text,omitempty" maxLength:"300" doc:"Explains the field" example:"What the pet eats at home"`
	Options            []FieldOption `json:"options,omitempty" maxItems:"200"`
	Required           bool          `json:"required,omitempty" doc:"A new record needs a value (false)" example:"false"`
	Visible            *bool         `json:"visible,omitempty" doc:"Whether the form shows the field at all (true)" example:"true"`
	VisibleToCustomer  bool          `json:"visible_to_customer,omitempty" doc:"Whether customers see it (false)" example:"true"`
	EditableByCustomer bool          `json:"editable_by_customer,omitempty" doc:"Customers who see it may change it (false)" example:"true"`
	Section            *string       `json:"section,omitempty" maxLength:"60" doc:"The part of the form in which it stands" example:"Feeding"`
}

// Docs describes the keys whose texts are too long for a tag.
func (FieldCreate) Docs() map[string]string {
	return map[string]string{
		"key":     "Key of its values in custom_fields, unique in the form, never changes; left out: made from the label",
		"type":    "What values it takes; never changes",
		"options": "The choices: at least one for select and multi_select, none for other types",
	}
}

// FieldPatch is a change of a custom field; its key and type never change.
type FieldPatch struct {
	Label    patch.Field[string]        `json:"label,omitzero" nullable:"false" minLength:"1" maxLength:"100" example:"Diet"`
	HelpText patch.Field[string]        `json:"help_text,omitzero" maxLength:"300" example:"What the pet eats at home"`
	Options  patch.Field[[]FieldOption] `json:"options,omitzero" maxItems:"200" doc:"All choices; what is missing here is removed"`
	Required patch.Field[bool]          `json:"required,omitzero" nullable:"false" example:"true"`
	Visible  patch.Field[bool]          `json:"visible,omitzero" nullable:"false" example:"true"`

	VisibleToCustomer  patch.Field[bool]   `json:"visible_to_customer,omitzero" nullable:"false" example:"true"`
	EditableByCustomer patch.Field[bool]   `json:"editable_by_customer,omitzero" nullable:"false"`
	Section            patch.Field[string] `json:"section,omitzero" maxLength:"60" doc:"Part of the form; null clears" example:"Feeding"`
}

// Docs describes the keys whose texts are too long for a tag.
func (FieldPatch) Docs() map[string]string {
	return map[string]string{"help_text": "Explains the field; null clears"}
}

// StandardFieldPatch is a change of the standard field with the key.
type StandardFieldPatch struct {
	Kept     patch.Kept          `json:"-"` // what no patch can change, as it was read
	Key      string              `json:"key" minLength:"1" maxLength:"60" doc:"The standard field to change" example:"vet"`
	Label    patch.Field[string] `json:"label,omitzero" nullable:"false" minLength:"1" maxLength:"100" example:"Your vet"`
	HelpText patch.Field[string] `json:"help_text,omitzero" maxLength:"300" doc:"Explains the field; null clears" example:"Practice and phone"`
	Required patch.Field[bool]   `json:"required,omitzero" nullable:"false" doc:"A new record needs a value" example:"true"`
	Visible  patch.Field[bool]   `json:"visible,omitzero" nullable:"false" doc:"Whether the form shows the field at all" example:"true"`

	VisibleToCustomer  patch.Field[bool]   `json:"visible_to_customer,omitzero" nullable:"false" doc:"Whether customers see it" example:"true"`
	EditableByCustomer patch.Field[bool]   `json:"editable_by_customer,omitzero" nullable:"false" doc:"Customers who see it may change it"`
	Section            patch.Field[string] `json:"section,omitzero" maxLength:"60" doc:"Part of the form; null clears" example:"Health"`
}

// Docs describes the keys whose texts are too long for a tag.
func (StandardFieldPatch) Docs() map[string]string {
	return map[string]string{"label": "What the form shows"}
}

// StandardFieldChanges change several standard fields of a form, all of them or none.
type StandardFieldChanges struct {
	Fields []StandardFieldPatch `json:"fields" maxItems:"100" doc:"The fields to change, each once"`
}

// NewFieldOrder is the order that the custom fields of a form are to have.
type NewFieldOrder struct {
	IDs []uuid.UUID `json:"ids" maxItems:"100" format:"uuid" doc:"The ids of all custom fields of the form, each once"`
}
