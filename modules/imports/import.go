// Package imports keeps files on their way into an account: uploaded, checked and applied as a whole, or not at all.
package imports

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Status is how far an import has come.
type Status string

// The statuses.
const (
	Read      Status = "read"     // the file is there and its columns are known; a check may be under way
	Checked   Status = "checked"  // a check has ended, whether it has found faults or not
	Applying  Status = "applying" // waits for a worker, or is being applied
	Done      Status = "done"
	Failed    Status = "failed" // nothing was changed; see Failure
	Cancelled Status = "cancelled"
)

// Format is the form of the file.
type Format string

// The formats.
const (
	CSV   Format = "csv"
	Lines Format = "jsonl"
)

// Import is one file on its way into an account.
type Import struct {
	ID        uuid.UUID `json:"id" gorm:"primaryKey" format:"uuid"`
	AccountID uuid.UUID `json:"account_id" gorm:"primaryKey" format:"uuid"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at" gorm:"autoUpdateTime:false" doc:"When it last changed; what a check counts, too"`

	Name   string             `json:"name" maxLength:"200" doc:"Name of the file, as it was sent" example:"owners.csv"`
	Format Format             `json:"format" enum:"csv,jsonl" doc:"A table, or JSON Lines"`
	Size   int64              `json:"size" minimum:"0" maximum:"104857600" doc:"Bytes of the file, unpacked"`
	Status Status             `json:"status" enum:"read,checked,applying,done,failed,cancelled"`
	As     jsonb.Of[[]string] `json:"as" gorm:"column:record_types" doc:"What each row of a table is; of JSON Lines nothing"`

	KeepIDs bool `json:"keep_ids" gorm:"column:keep_ids" doc:"Whether new records keep the ids, versions and times that an export says"`

	Profile *string             `json:"profile" maxLength:"50" doc:"The system whose export this is, by its columns" example:"Gingr"`
	Map     jsonb.Of[*Map]      `json:"map" doc:"From columns to keys, proposed until it is changed; null for JSON Lines"`
	Columns jsonb.Of[[]Column]  `json:"columns" doc:"Of a table, in its order"`
	Counts  jsonb.Of[Counts]    `json:"counts" doc:"By type; what the last check has found, or what was done"`
	Alike   jsonb.Of[LookAlike] `json:"look_alikes" gorm:"column:look_alikes" doc:"Records that may be one"`

	Progress jsonb.Of[*Progress] `json:"progress" doc:"Of the check or of applying while it runs, else null"`
	Faults   int                 `json:"faults" minimum:"0" maximum:"2147483647" doc:"How many the last check has found"`
	Failure  jsonb.Of[*Failure]  `json:"failure" doc:"Why it has failed, else null"`
	ChangeID *uuid.UUID          `json:"change_id" format:"uuid" doc:"The change that it has made, when it is done"`
}

// Column is a column of a table.
type Column struct {
	Name     string   `json:"name" maxLength:"4000" example:"Owner E-mail"`
	Filled   int      `json:"filled" minimum:"0" maximum:"2147483647" doc:"Rows with a value"`
	Samples  []string `json:"samples" maxItems:"5" doc:"The first values that differ, shortened"`
	MappedTo []string `json:"mapped_to" maxItems:"100" doc:"Keys that the map fills with it" example:"[\"customer.email\"]"`
}

// Count counts the records of one type.
type Count struct {
	Created   int `json:"created" minimum:"0" maximum:"2147483647" doc:"New in the account"`
	Changed   int `json:"changed" minimum:"0" maximum:"2147483647" doc:"There, and changed"`
	Unchanged int `json:"unchanged" minimum:"0" maximum:"2147483647" doc:"There and equal, or deleted in the account"`
	Faulty    int `json:"faulty" minimum:"0" maximum:"2147483647" doc:"Lines with a fault"`
}

// Counts are the counts by type.
type Counts map[string]Count

// LookAlike names the first groups of records that may be one, and counts the others.
type LookAlike struct {
	Groups []Alike `json:"groups" maxItems:"20"`
	More   int     `json:"more" minimum:"0" maximum:"2147483647" doc:"Groups that are not listed"`
}

// Alike are records that may be one.
type Alike struct {
	Type    string   `json:"type" maxLength:"50" example:"customer"`
	By      string   `json:"by" maxLength:"50" doc:"What they share" example:"email"`
	Records []string `json:"records" maxItems:"20" doc:"External ids, or ids of records without one"`
	Names   []string `json:"names" maxItems:"20" doc:"What they are called, in the same order"`
}

// Progress is how far a check or applying has come.
type Progress struct {
	Step   Step   `json:"step" enum:"check,apply"`
	Phase  string `json:"phase" enum:"waiting,reading,applying" doc:"Waiting for its turn, reading lines, or trying them on the account"`
	Lines  int    `json:"lines" minimum:"0" maximum:"2147483647" doc:"Done in this phase"`
	Of     int    `json:"of" minimum:"0" maximum:"2147483647" doc:"All lines; 0 while it is not known"`
	Faults int    `json:"faults" minimum:"0" maximum:"2147483647" doc:"Found so far"`
}

// Failure says why an import has failed. Nothing was changed then.
type Failure struct {
	Code    string `json:"code" maxLength:"50" example:"changed_since"`
	Message string `json:"message" maxLength:"2000" example:"2 customers would be changed, but the check said 1: check it again"`
}

// Fault is a fault in a file.
type Fault struct {
	AccountID  uuid.UUID `json:"-" gorm:"primaryKey"`
	ImportID   uuid.UUID `json:"-" gorm:"primaryKey"`
	Number     int       `json:"-" gorm:"primaryKey;autoIncrement:false"`
	Line       int       `json:"line" minimum:"1" maximum:"2147483647" doc:"Where its row starts"`
	RecordType *string   `json:"type" maxLength:"100" doc:"Of the record, if the line says it" example:"customer"`
	ColumnName *string   `json:"column" maxLength:"4000" doc:"Of a table" example:"Owner E-mail"`
	Field      string    `json:"field" maxLength:"4000" doc:"The key; line for the whole line" example:"email"`
	Code       string    `json:"code" maxLength:"100" doc:"Stable and machine-readable" example:"format"`
	Message    string    `json:"message" maxLength:"4000" example:"is not an e-mail address"`
	Value      *string   `json:"value" maxLength:"1000" doc:"What stands there, shortened" example:"jo at example.com"`
}
