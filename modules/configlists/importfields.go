package configlists

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// FieldLine is an import line of type "customer_field" or "pet_field": a custom field as it is to be. The key says which field it
// is; the external id only names the line. New fields come behind the others, in the order of the lines.
type FieldLine struct {
	Key string `json:"key" minLength:"1" maxLength:"60" format:"key" example:"diet"`

	Type  FieldType `json:"field_type" enum:"text,textarea,number,date,boolean,select,multi_select,email,phone,url" example:"select"`
	Label string    `json:"label" minLength:"1" maxLength:"100" doc:"What the form shows" example:"Diet"`

	HelpText           *string       `json:"help_text,omitempty" maxLength:"300" doc:"Explains the field" example:"What the pet eats at home"`
	Options            []FieldOption `json:"options,omitempty" maxItems:"200"`
	Required           bool          `json:"required,omitempty" doc:"A new record needs a value (false)"`
	Visible            *bool         `json:"visible,omitempty" doc:"Whether the form shows the field at all (true)"`
	VisibleToCustomer  bool          `json:"visible_to_customer,omitempty" doc:"Whether customers see the field too (false)"`
	EditableByCustomer bool          `json:"editable_by_customer,omitempty" doc:"Whether customers may change the value (false)"`
	Section            *string       `json:"section,omitempty" maxLength:"60" doc:"The part of the form in which it stands" example:"Feeding"`
	ItemOrder          *int          `json:"item_order,omitempty" minimum:"1" maximum:"2147483647" doc:"Place of one that keeps its id (last)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (FieldLine) Docs() map[string]string {
	return map[string]string{
		"key":        "Key of its values in custom_fields; identifies it. A field that was deleted is made anew",
		"field_type": "What values it takes; never changes",
		"options":    "The choices: at least one for select and multi_select, none for other types",
	}
}

func (l FieldLine) key() string { return l.Key }

// FieldImport offers "customer_field" or "pet_field" to the import.
func (s *Service) FieldImport(form Form) importing.Type {
	return importing.For("configlists", importing.Spec[FieldLine]{
		Name: form.field(), Export: s.fieldExport(form),
		Unique: &importing.Unique[FieldLine]{Field: "key", Of: FieldLine.key}, Apply: s.importFields(form),
	})
}

func (s *Service) fieldExport(form Form) *importing.Exporter {
	return importing.Exported[FieldLine](s.fields[form], importing.Export[Field]{
		Only: func(f *Field) bool { return form.hasCustom(*f) },
		Values: map[string]func(*Field, importing.Name) any{
			"field_type": func(f *Field, _ importing.Name) any { return f.Type },
		},
		Without: map[string]string{"type": "it is field_type, because type is that of the line", "kind": "it is custom",
			"locked": "nothing of a custom field is locked"},
	})
}

func (s *Service) importFields(form Form) importing.Apply[FieldLine] {
	return func(ctx context.Context, account uuid.UUID, batch []importing.Record[FieldLine], _ importing.Resolve) error {
		standard, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		known := map[string]uuid.UUID{}
		order := 0
		for _, f := range custom {
			known[f.Key], order = f.ID, f.ItemOrder
		}
		count := len(custom)
		lines := importing.Matched(batch, "key", FieldLine.key, known)
		return importing.Upsert(ctx, s.fields[form], account, lines, func(line importing.Record[FieldLine], to *Field) error {
			if line.Exists {
				return s.changeField(ctx, account, form, line, to)
			}
			if line.Line.Key == reservedKey {
				line.Errors.Add("key", "duplicate", isReserved)
			}
			if slices.ContainsFunc(standard, func(f Field) bool { return f.Key == line.Line.Key }) {
				line.Errors.Add("key", "duplicate", "is the key of a standard field of the form")
			}
			if count++; count > MaxCustomFields {
				line.Errors.Add("key", "too_many", ErrFormFull.Detail)
			}
			order++
			place := order
			if line.Kept != nil && line.Line.ItemOrder != nil {
				place = *line.Line.ItemOrder
			}
			line.Line.fill(to, account, form, place, line.Errors)
			return nil
		})
	}
}

// fill makes the field what the line says.
func (l FieldLine) fill(to *Field, account uuid.UUID, form Form, order int, faults *apperr.FieldErrors) {
	checkOptions(l.Type, l.Options, faults)
	meta := to.Meta
	*to = FieldCreate{l.Key, l.Type, l.Label, l.HelpText, l.Options, l.Required, l.Visible, l.VisibleToCustomer, l.EditableByCustomer,
		l.Section}.field(account, form, l.Key, order)
	to.Meta = meta
}

// changeField is UpdateField for a line: options that records have are not removed.
func (s *Service) changeField(ctx context.Context, account uuid.UUID, form Form, line importing.Record[FieldLine], to *Field) error {
	before := *to
	line.Line.fill(to, account, form, before.ItemOrder, line.Errors)
	if before.Type != to.Type {
		line.Errors.Add("field_type", "immutable", "is not the type of the field, "+string(before.Type)+", and that cannot change")
		return nil
	}
	removed := removedValues(before.Options.Get(), to.Options.Get())
	if len(removed) == 0 || len(*line.Errors) > 0 {
		return nil
	}
	err := s.bus.Publish(ctx, OptionsRemoved{account, form, to.Key, removed, false})
	if apperr.Is(err, apperr.Conflict) {
		line.Errors.Add("options", "in_use", "removes values that records have")
		return nil
	}
	return err
}
