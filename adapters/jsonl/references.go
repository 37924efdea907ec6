package jsonl

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// reference identifies a record.
type reference struct {
	kind       int
	externalID string
}

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
			return
		}
		list = append(list, mention{field, reference{to, externalID}})
	})
	return list, unknown
}

// findBatch is how many external ids a module looks up at once.
const findBatch = 1000

// resolve looks up references among the lines of the file, and then in the account.
func (r *run) resolve(ctx context.Context, wanted map[reference]bool) (map[reference]target, error) {
	found := make(map[reference]target, len(wanted))
	if len(wanted) == 0 {
		return found, nil
	}
	kinds, externals := make([]int32, 0, len(wanted)), make([]string, 0, len(wanted))
	for ref := range wanted {
		kinds, externals = append(kinds, int32(ref.kind)), append(externals, ref.externalID)
	}
	lines, err := r.linesCalled(ctx, kinds, externals)
	if err != nil {
		return nil, fmt.Errorf("look up references among the lines: %w", err)
	}
	for _, l := range lines {
		found[reference{l.Kind, l.ExternalID}] = target{l.ID, l.Faulty}
	}
	elsewhere := make([][]string, len(r.kinds))
	for ref := range wanted {
		if _, ok := found[ref]; !ok {
			elsewhere[ref.kind] = append(elsewhere[ref.kind], ref.externalID)
		}
	}
	return found, r.find(ctx, elsewhere, found)
}

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
		}
	}
	return nil
}
