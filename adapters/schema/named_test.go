package schema_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/patch"
)

type mood string

func (mood) Choices() []string { return []string{"calm", "wild"} }

type TintedPart struct {
	Tint string `json:"tint" format:"colour" minLength:"7" maxLength:"7"`
}

func (TintedPart) Docs() map[string]string { return map[string]string{"tint": "The tint"} }

type documentedWhole struct {
	TintedPart
	Species []string          `json:"species" format:"species" maxItems:"2"`
	Mood    patch.Field[mood] `json:"mood,omitzero"`
}

func (documentedWhole) Docs() map[string]string { return map[string]string{"mood": "How it feels"} }

func TestFormatsChoicesAndDocsStandInForLongTags(t *testing.T) {
	t.Parallel()
	set := schema.NewSet("#/")
	of := set.Of(reflect.TypeFor[documentedWhole]())
	tint, species, feels := of.Properties["tint"], of.Properties["species"], of.Properties["mood"]
	if tint.Pattern == "" || tint.Format != "" || tint.Description != "The tint" {
		t.Errorf("tint: %+v", tint)
	}
	if !slices.Contains(species.Items.Enum, any("ferret")) || species.Items.Format != "" {
		t.Errorf("species: %+v", species.Items)
	}
	if !slices.Equal(feels.Enum, []any{"calm", "wild", nil}) || feels.Description != "How it feels" {
		t.Errorf("mood: %+v", feels)
	}
	tree, err := schema.ReadTree([]byte(`{"tint":"#12345G","species":["dragon"],"mood":"sad"}`))
	if err != nil {
		t.Fatal(err)
	}
	var wrong []string
	for _, f := range set.Shape(of).Check("", tree).List {
		wrong = append(wrong, f.Field+" "+f.Code)
	}
	if slices.Sort(wrong); !slices.Equal(wrong, []string{"mood enum", "species[0] enum", "tint format"}) {
		t.Error(wrong)
	}
}
