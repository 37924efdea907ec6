package jsonl

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// Keys of the lines of an export, beside those of every line. An import that does not keep ids ignores them.
const (
	idKey        = "id"
	versionKey   = "version"
	updatedAtKey = "updated_at"
)

// The first and the last line of an export.
const (
	exportType    = "export"
	exportEndType = "export_end"
)

// exportLines are where the lines of an export are that are no records.
type exportLines struct{ first, last int }

// isOfExport reports whether a line is the first or the last one of an export.
func (r *run) isOfExport(line int, keys map[string]any) bool {
	switch keys[typeKey] {
	case exportType:
		r.export.first = line
	case exportEndType:
		r.export.last = line
	default:
		return false
	}
	return true
}

// requireEnd reports an export that was cut off, as when its download broke off.
func (r *run) requireEnd() {
	if r.export.first > r.export.last {
		r.faults.add(Fault{Line: r.export.first, Field: wholeLine, Code: "incomplete",
			Message: "begins an export whose last line, of type " + exportEndType + ", is missing: the download broke off, export it again"})
	}
}

// keep takes what a record keeps out of the keys of a line.
func (r *run) keep(s *staged, keys map[string]any, fault func(field, code, message string)) {
	text, given := keys[idKey].(string)
	if keys[idKey] == nil {
		return
	}
	id, isID := ids.Parse(text)
	if !given || !isID {
		fault(idKey, "format", "is not a UUID")
	}
	var kept importing.Kept
	wrong := func(key string, into any) {
		value, _ := json.Marshal(keys[key]) // it was read from JSON
		if keys[key] == nil || json.Unmarshal(value, into) != nil {
			fault(key, "format", "goes with id, as an export writes it")
		}
		delete(keys, key)
	}
	delete(keys, idKey)
	made := keys[createdAtKey]
	wrong(versionKey, &kept.Version)
	wrong(createdAtKey, &kept.CreatedAt)
	wrong(updatedAtKey, &kept.UpdatedAt)
	if _, dated := r.kinds[s.Kind].line.Properties[createdAtKey]; dated && made != nil {
		keys[createdAtKey] = made
	}
	now := r.clock.Now()
	switch {
	case kept.Version < 1 || kept.Version > 1<<53-1:
		fault(versionKey, "range", "is from 1 to 9007199254740991")
	case kept.CreatedAt.Before(time.Unix(0, 0)) || kept.UpdatedAt.Before(kept.CreatedAt) || kept.UpdatedAt.After(now.Add(time.Minute)):
		fault(updatedAtKey, "range", "is from created_at to now")
	case r.job.KeepIDs:
		value, _ := json.Marshal(kept) // it was checked
		s.ID, s.Kept = id, string(value)
	}
}

func keptOf(text string) *importing.Kept {
	var kept importing.Kept
	_ = json.Unmarshal([]byte(text), &kept) // keep has written it
	return &kept
}

// requireID reports a line that keeps an id, although the account has its record with another one.
func (r *run) requireID(s *staged, id uuid.UUID) {
	if s.Kept != "" && s.ID != id {
		r.taken(s, "the account has the record with this external_id, with another id")
	}
}

func (r *run) taken(s *staged, why string) {
	r.faults.add(Fault{Line: s.Line, Field: idKey, Code: "taken", Type: r.kinds[s.Kind].Name, Message: "cannot be kept: " + why})
	s.Faulty = true
}

// requireFree reports new records with ids that are in use in the installation.
func (r *run) requireFree(ctx context.Context, list []staged) error {
	wanted := make([][]uuid.UUID, len(r.kinds))
	for _, s := range list {
		if s.Kept != "" && !s.Known && !s.Faulty {
			wanted[s.Kind] = append(wanted[s.Kind], s.ID)
		}
	}
	used := map[uuid.UUID]bool{}
	for k, ids := range wanted {
		if len(ids) == 0 || r.kinds[k].Export == nil {
			continue
		}
		except := uuid.Nil
		if r.kinds[k].IsMatched() { // whose records the module finds
			except = r.job.Account
		}
		found, err := r.kinds[k].Export.Used(ctx, except, ids)
		if err != nil {
			return err
		}
		for _, id := range found {
			used[id] = true
		}
	}
	for i := range list {
		if s := &list[i]; s.Kept != "" && !s.Known && used[s.ID] {
			r.taken(s, "the installation has a record with this id")
		}
	}
	return nil
}

// findByID adds the records that are named by their ids, as an export names those without external id.
func (r *run) findByID(ctx context.Context, k int, names []string, found map[reference]target) error {
	of := r.kinds[k].Type
	if of.Export == nil || of.IsMatched() {
		return nil
	}
	var wanted []uuid.UUID
	for _, name := range names {
		if id, isID := ids.Parse(name); isID && found[reference{k, name}].id == uuid.Nil {
			wanted = append(wanted, id)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	there, err := of.Export.Named(ctx, r.job.Account, wanted)
	if err != nil {
		return fmt.Errorf("find records of type %s: %w", of.Name, err)
	}
	for id := range there {
		found[reference{k, id.String()}] = target{id: id}
	}
	return nil
}
