package configlists

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/patch"
)

// ColourCodeType says what a colour code marks.
type ColourCodeType string

// The types of colour codes.
const (
	PetColour      ColourCodeType = "pet"
	CustomerColour ColourCodeType = "customer"
)

// LastNumber is the highest number that a colour code can have.
const LastNumber = 9999

// ColourCode is a coloured mark that staff put on pets or customers, as the API and events show it.
type ColourCode struct {
	ID          uuid.UUID      `json:"id" format:"uuid" doc:"Id of the colour code"`
	AccountID   uuid.UUID      `json:"account_id" format:"uuid" doc:"The account"`
	Type        ColourCodeType `json:"type" enum:"pet,customer" doc:"What it marks; never changes" example:"pet"`
	Number      int            `json:"number" minimum:"1" maximum:"9999" doc:"Number, unique in the account and type" example:"3"`
	Name        string         `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      string         `json:"colour" minLength:"7" maxLength:"7" pattern:"^#[0-9A-Fa-f]{6}$" patternDescription:"a colour such as #1A2B3C" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string        `json:"description" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
	CreatedAt   time.Time      `json:"created_at" doc:"When it was made"`
	UpdatedAt   time.Time      `json:"updated_at" doc:"When it last changed"`
	Version     int64          `json:"version" minimum:"1" maximum:"9007199254740991" doc:"Counts the changes" example:"1"`
}

// ColourCodeCreate is what a new colour code is made from.
type ColourCodeCreate struct {
	Type        ColourCodeType `json:"type" enum:"pet,customer" doc:"What it marks; never changes" example:"pet"`
	Number      *int           `json:"number,omitempty" minimum:"1" maximum:"9999" doc:"Number, unique in the account and type; left out: the next one" example:"3"`
	Name        string         `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      string         `json:"colour" minLength:"7" maxLength:"7" pattern:"^#[0-9A-Fa-f]{6}$" patternDescription:"a colour such as #1A2B3C" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string        `json:"description,omitempty" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
}

// ColourCodePatch is a change of a colour code; its type never changes.
type ColourCodePatch struct {
	Number      patch.Field[int]    `json:"number,omitzero" nullable:"false" minimum:"1" maximum:"9999" doc:"New number, unique in the account and type" example:"4"`
	Name        patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      patch.Field[string] `json:"colour,omitzero" nullable:"false" minLength:"7" maxLength:"7" pattern:"^#[0-9A-Fa-f]{6}$" patternDescription:"a colour such as #1A2B3C" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description patch.Field[string] `json:"description,omitzero" maxLength:"300" doc:"What staff do about it; null clears" example:"Separate bowls, separate room"`
}

// NextNumber is the number that the next colour code of a type gets when none is given.
type NextNumber struct {
	Type   ColourCodeType `json:"type" enum:"pet,customer" doc:"The type" example:"pet"`
	Number int            `json:"number" minimum:"1" maximum:"9999" doc:"The highest number of the type + 1; nothing is reserved" example:"4"`
}
