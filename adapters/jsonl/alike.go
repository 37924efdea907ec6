package jsonl

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// Alike lists records of a type that may be duplicates, at least one of which is in the file.
type Alike struct {
	Type    string   `json:"type"`
	By      string   `json:"by"`      // the value that they share, such as "email"
	Records []string `json:"records"` // external ids, or ids of records without one
}

// maxAlike is how many of them are listed; the rest is counted.
const maxAlike = 20

// findAlike collects possible duplicates of a type.
func (r *run) findAlike(ctx context.Context, k int) error {
	if r.kinds[k].Alike == nil || r.counts[k].Records() == 0 {
		return nil
	}
	if err := r.indexIDs(ctx); err != nil {
		return err
	}
	return r.kinds[k].Alike(ctx, r.job.Account, func(groups []importing.Alike) error { return r.keepAlike(ctx, k, groups) })
}

// keepAlike keeps the groups with a record of the file.
func (r *run) keepAlike(ctx context.Context, k int, groups []importing.Alike) error {
	var all []uuid.UUID
	for _, g := range groups {
		all = append(all, g.Records...)
	}
	inFile := make(map[uuid.UUID]string, len(all))
	err := r.db.Rows(ctx, func(row postgres.Scanner) error {
		var id uuid.UUID
		var externalID string
		err := row.Scan(&id, &externalID)
		inFile[id] = externalID
		return err
	}, "select id, external_id from import_lines where kind = $1 and id = any($2)", k, all)
	if err != nil {
		return fmt.Errorf("look for lines that are alike: %w", err)
	}
	for _, g := range groups {
		found := Alike{Type: r.kinds[k].Name, By: g.By}
		isOfFile := false
		for _, id := range g.Records {
			isOfFile = isOfFile || inFile[id] != ""
			found.Records = append(found.Records, cmp.Or(inFile[id], id.String()))
		}
		switch {
		case !isOfFile:
		case len(r.alike) < maxAlike:
			r.alike = append(r.alike, found)
		default:
			r.moreAlike++
		}
	}
	return nil
}
