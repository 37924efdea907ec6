package store

import (
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/text"
)

// The columns have the fields of the domain types in the same order, so that they convert; a field that is added to one
// side only does not compile.

// BreedColumns are exported, as all that is embedded here, because gorm overlooks what is not.
type BreedColumns struct {
	ID        uuid.UUID `gorm:"primaryKey"`
	AccountID uuid.UUID `gorm:"primaryKey"`
	Name      string
	Species   string
	Source    configlists.Source
	CreatedAt time.Time
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
	Version   int64
}

type breedRow struct {
	BreedColumns `gorm:"embedded"`
	Names        `gorm:"embedded"`
}

func (breedRow) TableName() string { return "configlists.breeds" }

// StatusColumns are the columns of a status.
type StatusColumns struct {
	ID        uuid.UUID `gorm:"primaryKey"`
	AccountID uuid.UUID `gorm:"primaryKey"`
	Name      string
	ItemOrder int
	CreatedAt time.Time
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
	Version   int64
}

type statusRow struct {
	StatusColumns `gorm:"embedded"`
	Names         `gorm:"embedded"`
}

func (statusRow) TableName() string { return "configlists.secondary_pet_statuses" }

// Names are the forms of a name that are compared.
type Names struct {
	NameKey  string
	NameFold string
}

func namesOf(name string) Names { return Names{keyOf(name), text.Fold(name)} }

func keyOf(name string) string { return strings.ToLower(name) }

type colourCodeRow struct {
	ID          uuid.UUID `gorm:"primaryKey"`
	AccountID   uuid.UUID `gorm:"primaryKey"`
	Type        configlists.ColourCodeType
	Number      int
	Name        string
	Colour      string
	Description *string
	CreatedAt   time.Time
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
	Version     int64
}

func (colourCodeRow) TableName() string { return "configlists.colour_codes" }

type fieldRow struct {
	ID                 uuid.UUID `gorm:"primaryKey"`
	AccountID          uuid.UUID `gorm:"primaryKey"`
	Form               configlists.Form
	Kind               configlists.FieldKind
	Key                string
	Type               configlists.FieldType
	Label              string
	HelpText           *string
	Options            jsonb.Of[[]configlists.FieldOption]
	Required           bool
	Visible            bool
	VisibleToCustomer  bool
	EditableByCustomer bool
	Section            *string
	ItemOrder          int
	Locked             jsonb.Of[[]string]
	CreatedAt          time.Time
	UpdatedAt          time.Time `gorm:"autoUpdateTime:false"`
	Version            int64
}

func (fieldRow) TableName() string { return "configlists.fields" }
