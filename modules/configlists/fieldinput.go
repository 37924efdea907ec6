package configlists

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/patch"
)

// FieldCreate is what a new custom field is made from.
type FieldCreate struct {
	Key                string        `json:"key,omitempty" minLength:"1" maxLength:"60" pattern:"^[a-z][a-z0-9_]{0,59}$" patternDescription:"a key of lower-case letters, digits and _ such as diet_notes" doc:"Key of its values in custom_fields, unique in the form, never changes; left out: made from the label" example:"diet"`
	Type               FieldType     `json:"type" enum:"text,textarea,number,date,boolean,select,multi_select,email,phone,url" doc:"What values it takes; never changes" example:"select"`
	Label              string        `json:"label" minLength:"1" maxLength:"100" doc:"What the form shows" example:"Diet"`
	HelpText           *string       `json:"help_text,omitempty" maxLength:"300" doc:"Explains the field to whoever fills it in" example:"What the pet eats at home"`
	Options            []FieldOption `json:"options,omitempty" maxItems:"200" doc:"The choices: at least one for select and multi_select, none for other types"`
	Required           bool          `json:"required,omitempty" doc:"A new record needs a value" example:"false"`
	Visible            *bool         `json:"visible,omitempty" doc:"Whether the form shows the field at all (true)" example:"true"`
	VisibleToCustomer  bool          `json:"visible_to_customer,omitempty" doc:"Whether customers see the field too" example:"true"`
	EditableByCustomer bool          `json:"editable_by_customer,omitempty" doc:"Whether customers may change the value" example:"true"`
	Section            *string       `json:"section,omitempty" maxLength:"60" doc:"The part of the form in which it stands" example:"Feeding"`
}

// FieldPatch is a change of a custom field; its key and type never change.
type FieldPatch struct {
	Label              patch.Field[string]        `json:"label,omitzero" nullable:"false" minLength:"1" maxLength:"100" doc:"What the form shows" example:"Diet"`
	HelpText           patch.Field[string]        `json:"help_text,omitzero" maxLength:"300" doc:"Explains the field; null clears" example:"What the pet eats at home"`
	Options            patch.Field[[]FieldOption] `json:"options,omitzero" maxItems:"200" doc:"All choices; what is missing here is removed"`
	Required           patch.Field[bool]          `json:"required,omitzero" nullable:"false" doc:"A new record needs a value" example:"true"`
	Visible            patch.Field[bool]          `json:"visible,omitzero" nullable:"false" doc:"Whether the form shows the field at all" example:"true"`
	VisibleToCustomer  patch.Field[bool]          `json:"visible_to_customer,omitzero" nullable:"false" doc:"Whether customers see the field too" example:"true"`
	EditableByCustomer patch.Field[bool]          `json:"editable_by_customer,omitzero" nullable:"false" doc:"Whether customers may change the value" example:"true"`
	Section            patch.Field[string]        `json:"section,omitzero" maxLength:"60" doc:"The part of the form in which it stands; null clears" example:"Feeding"`
}

// StandardFieldPatch is a change of the standard field with the key.
type StandardFieldPatch struct {
	Key                string              `json:"key" minLength:"1" maxLength:"60" doc:"The standard field to change" example:"referral_source"`
	Label              patch.Field[string] `json:"label,omitzero" nullable:"false" minLength:"1" maxLength:"100" doc:"What the form shows" example:"How did you find us?"`
	HelpText           patch.Field[string] `json:"help_text,omitzero" maxLength:"300" doc:"Explains the field; null clears" example:"A friend, the web, passing by"`
	Required           patch.Field[bool]   `json:"required,omitzero" nullable:"false" doc:"A new record needs a value" example:"true"`
	Visible            patch.Field[bool]   `json:"visible,omitzero" nullable:"false" doc:"Whether the form shows the field at all" example:"true"`
	VisibleToCustomer  patch.Field[bool]   `json:"visible_to_customer,omitzero" nullable:"false" doc:"Whether customers see the field too" example:"true"`
	EditableByCustomer patch.Field[bool]   `json:"editable_by_customer,omitzero" nullable:"false" doc:"Whether customers may change the value" example:"true"`
	Section            patch.Field[string] `json:"section,omitzero" maxLength:"60" doc:"The part of the form in which it stands; null clears" example:"About you"`
}

// StandardFieldChanges change several standard fields of a form, all of them or none.
type StandardFieldChanges struct {
	Fields []StandardFieldPatch `json:"fields" maxItems:"100" doc:"The fields to change, each once"`
}

// NewFieldOrder is the order that the custom fields of a form are to have.
type NewFieldOrder struct {
	IDs []uuid.UUID `json:"ids" maxItems:"100" format:"uuid" doc:"The ids of all custom fields of the form, each once"`
}
