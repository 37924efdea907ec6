package jsonl

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// reference identifies a record.
type reference struct {
	kind       int
	externalID string
}

func (s staged) reference() reference { return reference{s.Kind, s.ExternalID} }

// target is the record that a reference resolves to.
type target struct {
	id     uuid.UUID
	faulty bool // it is a line with faults, which are reported separately
}

// mention is a reference in a line.
type mention struct {
	field string
	to    reference
}

// mentions returns the references of a line.
func (r *run) mentions(k kind, line any) ([]mention, error) {
	var list []mention
	var unknown error
	k.Refs(line, func(field, recordType, externalID string) {
		to := r.kindIndex(recordType)
		if to < 0 {
			unknown = fmt.Errorf("record type %s refers to %s, which nobody offers", k.Name, recordType)
		}
		list = append(list, mention{field, reference{to, externalID}})
	})
	return list, unknown
}

// resolve looks up the references of lines among the lines of the file, and then in the account.
func (r *run) resolve(ctx context.Context, lines []decoded) (map[reference]target, error) {
	wanted := make([][]string, len(r.kinds))
	for _, l := range lines {
		for _, m := range l.mentions {
			wanted[m.to.kind] = append(wanted[m.to.kind], m.to.externalID)
		}
	}
	found := map[reference]target{}
	for k, list := range wanted {
		if len(list) == 0 {
			continue
		}
		slices.Sort(list)
		list = slices.Compact(list)
		var inFile []staged
		err := r.db.In(ctx).Omit("body").Where("kind = ? and external_id = any(?)", k, postgres.Array(list)).Find(&inFile).Error
		if err != nil {
			return nil, fmt.Errorf("look up references among the lines: %w", err)
		}
		for _, s := range inFile {
			found[s.reference()] = target{s.ID, s.Faulty}
		}
		wanted[k] = slices.DeleteFunc(list, func(externalID string) bool { _, ok := found[reference{k, externalID}]; return ok })
	}
	return found, r.find(ctx, wanted, found)
}

// findBatch is how many external ids a module looks up at once.
const findBatch = 1000

// find adds those records that exist in the account. externalIDs has a list for each kind.
func (r *run) find(ctx context.Context, externalIDs [][]string, found map[reference]target) error {
	for k, list := range externalIDs {
		for part := range slices.Chunk(list, findBatch) {
			known, err := r.kinds[k].Find(ctx, r.job.Account, part)
			if err != nil {
				return fmt.Errorf("find records of type %s: %w", r.kinds[k].Name, err)
			}
			for externalID, id := range known {
				found[reference{k, externalID}] = target{id: id}
			}
			if err := r.findByID(ctx, k, part, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// valid separates the numbers of lines with invalid references: those that refer to nothing, which it reports, and those that refer to
// faulty lines, directly or indirectly.
func (r *run) valid(lines []decoded, targets map[reference]target) (good []decoded, faulty []int) {
	good = lines
	for again := true; again; {
		again = false
		good = slices.DeleteFunc(good, func(l decoded) bool {
			if r.resolved(l, targets) {
				return false
			}
			faulty = append(faulty, l.Line)
			if to, mentioned := targets[l.reference()]; mentioned {
				targets[l.reference()] = target{to.id, true}
				again = true
			}
			return true
		})
	}
	return good, faulty
}

// resolved reports whether all references of a line resolve to records without faults. It reports those that do not resolve.
func (r *run) resolved(l decoded, targets map[reference]target) bool {
	good := true
	for _, m := range l.mentions {
		to, found := targets[m.to]
		if !found {
			r.faults.add(Fault{Line: l.Line, Field: m.field, Code: "not_found", Type: r.kinds[l.Kind].Name,
				Message: fmt.Sprintf("there is no %s %s", r.kinds[m.to.kind].Name, quoted(m.to.externalID))})
		}
		good = good && found && !to.faulty
	}
	return good
}
