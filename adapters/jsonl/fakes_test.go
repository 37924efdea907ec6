package jsonl_test

import (
	"context"
	"reflect"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

const fakeTable = `
create schema fake;
create table fake.things (
	account_id uuid not null, id uuid not null, kind text not null, external_id text not null, name text not null,
	owner_id uuid, parent_id uuid, code text, version integer not null,
	constraint things_pk primary key (account_id, id),
	constraint things_external_key unique (account_id, kind, external_id),
	constraint things_code_key unique (account_id, kind, code) deferrable initially immediate,
	constraint things_parent_fk foreign key (account_id, parent_id) references fake.things (account_id, id) deferrable initially deferred
);`

// ownerLine is a line of a fake record type without references.
type ownerLine struct {
	Name  string `json:"name" minLength:"1" maxLength:"20" doc:"Name"`
	Count *int   `json:"count,omitempty" minimum:"0" maximum:"9" doc:"How many"`
	Code  string `json:"code,omitempty" maxLength:"9" doc:"Unique"`
}

// leafLine is a line of a fake record type that refers to owners and leaves.
type leafLine struct {
	Name   string     `json:"name" minLength:"1" maxLength:"20" doc:"Name"`
	Owner  string     `json:"owner" minLength:"1" maxLength:"100" doc:"Who has it"`
	Parent *string    `json:"parent,omitempty" maxLength:"100" doc:"The leaf above"`
	Others []string   `json:"others,omitempty" maxItems:"3" uniqueItems:"true" maxLength:"100" doc:"Other owners"`
	Born   *clock.Day `json:"born,omitempty" format:"date" doc:"When"`
	Mood   string     `json:"mood,omitempty" enum:"glad,sad" doc:"How it is"`
	At     *time.Time `json:"at,omitempty" doc:"When exactly"`
	Homes  []leafHome `json:"homes,omitempty" maxItems:"2" doc:"Where"`
	Free   any        `json:"free,omitempty" doc:"Anything"`
}

type leafHome struct {
	City string `json:"city" maxLength:"10" doc:"City"`
}

// thing is a fake record.
type thing struct {
	AccountID  uuid.UUID  `json:"-"`
	Kind       string     `json:"-"`
	ID         uuid.UUID  `json:"id"`
	ExternalID string     `json:"external_id"`
	Name       string     `json:"name"`
	OwnerID    *uuid.UUID `json:"owner"`
	ParentID   *uuid.UUID `json:"parent"`
	Code       *string    `json:"code"`
	Version    int        `json:"version"`
}

// TableName implements gorm's Tabler.
func (thing) TableName() string { return "fake.things" }

// fakes are the modules of the fake record types. begin, if it is set, is called before an import, before and after before and after
// each batch.
type fakes struct {
	db     *postgres.DB
	events events.Recorder
	begin  func(ctx context.Context, account uuid.UUID) error
	before func(ctx context.Context, kind string, size int) error
	after  func(ctx context.Context, kind string, size int) error
	seen   map[string][]string // external ids by kind, in the order of application
	forget bool                // do not collect seen
}

func (f *fakes) types() []importing.Type {
	return []importing.Type{
		importing.For("fake", importing.Spec[leafLine]{
			Name: "leaf", After: []string{"owner"}, Find: f.find("leaf"), Apply: applying(f, "leaf", fromLeaf),
			Refs: func(l *leafLine, refer func(field, recordType, externalID string)) {
				refer("owner", "owner", l.Owner)
				if l.Parent != nil {
					refer("parent", "leaf", *l.Parent)
				}
				for i, o := range l.Others {
					refer("others["+string(rune('0'+i))+"]", "owner", o)
				}
			},
		}),
		importing.For("fake", importing.Spec[ownerLine]{
			Name: "owner", Begin: f.begun, Find: f.find("owner"), Apply: applying(f, "owner", fromOwner),
			Unique: &importing.Unique[ownerLine]{Field: "code", Of: func(l ownerLine) string { return l.Code }, Holders: f.codes, Taken: "is another's"},
		}),
	}
}

func (f *fakes) begun(ctx context.Context, account uuid.UUID) error {
	if f.begin == nil {
		return nil
	}
	return f.begin(ctx, account)
}

func fromOwner(l ownerLine, to *thing, _ importing.Resolve) {
	if to.Name, to.Code = l.Name, nil; l.Code != "" {
		to.Code = &l.Code
	}
}

func fromLeaf(l leafLine, to *thing, resolve importing.Resolve) {
	owner := resolve("owner", l.Owner)
	to.Name, to.OwnerID, to.ParentID = l.Name, &owner, nil
	if l.Parent != nil {
		parent := resolve("leaf", *l.Parent)
		to.ParentID = &parent
	}
}

func (f *fakes) find(kind string) func(context.Context, uuid.UUID, []string) (map[string]uuid.UUID, error) {
	return func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
		return f.ids(ctx, func(t thing) string { return t.ExternalID },
			"account_id = ? and kind = ? and external_id = any(?)", account, kind, postgres.Array(externalIDs))
	}
}

func (f *fakes) codes(ctx context.Context, account uuid.UUID, codes []string) (map[string]uuid.UUID, error) {
	return f.ids(ctx, func(t thing) string { return *t.Code },
		"account_id = ? and kind = 'owner' and code = any(?)", account, postgres.Array(codes))
}

func (f *fakes) ids(ctx context.Context, key func(thing) string, where string, args ...any) (map[string]uuid.UUID, error) {
	var list []thing
	err := f.db.In(ctx).Where(where, args...).Find(&list).Error
	found := map[string]uuid.UUID{}
	for _, t := range list {
		found[key(t)] = t.ID
	}
	return found, err
}

func applying[L any](f *fakes, kind string, from func(L, *thing, importing.Resolve)) func(context.Context, uuid.UUID, []importing.Record[L], importing.Resolve) error {
	return func(ctx context.Context, account uuid.UUID, batch []importing.Record[L], resolve importing.Resolve) error {
		if f.before != nil {
			if err := f.before(ctx, kind, len(batch)); err != nil {
				return err
			}
		}
		if f.seen == nil {
			f.seen = map[string][]string{}
		}
		for _, r := range batch {
			if f.forget {
				break
			}
			f.seen[kind] = append(f.seen[kind], r.ExternalID)
		}
		known, err := f.known(ctx, account, importing.Existing(batch))
		if err != nil {
			return err
		}
		var written []thing
		var told []events.Public
		for _, r := range batch {
			before, exists := known[r.ID]
			after := before
			if !exists {
				after = thing{AccountID: account, Kind: kind, ID: r.ID, ExternalID: r.ExternalID}
			}
			from(r.Line, &after, resolve)
			switch after.Name {
			case "rotten":
				r.Errors.Add("name", "rotten", "is rotten")
			case "huge":
				return &apperr.Error{Kind: apperr.Invalid, Code: "too_large", Detail: "a record has at most 256 KiB as JSON"}
			}
			if len(*r.Errors) > 0 || reflect.DeepEqual(after, before) {
				continue
			}
			after.Version++
			event := events.Public{Type: kind + ".created", Account: account, Record: r.ID, Object: after}
			if exists {
				event.Type, event.Before = kind+".updated", before
			}
			written, told = append(written, after), append(told, event)
		}
		if err := f.save(ctx, written); err != nil {
			return err
		}
		if f.after != nil {
			if err := f.after(ctx, kind, len(batch)); err != nil {
				return err
			}
		}
		return f.events.Record(ctx, told...)
	}
}

func (f *fakes) known(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]thing, error) {
	var list []thing
	err := f.db.In(ctx).Where("account_id = ? and id = any(?)", account, postgres.Array(ids)).Find(&list).Error
	known := map[uuid.UUID]thing{}
	for _, t := range list {
		known[t.ID] = t
	}
	return known, err
}

func (f *fakes) save(ctx context.Context, list []thing) error {
	if len(list) == 0 {
		return nil
	}
	return f.db.In(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "account_id"}, {Name: "id"}},
		DoUpdates: clause.AssignmentColumns([]string{"name", "owner_id", "parent_id", "code", "version"}),
	}).Create(&list).Error
}
