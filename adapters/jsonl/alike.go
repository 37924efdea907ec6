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

// Limits of what is listed and of a page.
const (
	maxAlike  = 20
	alikePage = 500
)

// findAlike collects possible duplicates of a type. It reads them page by page, so that memory use does not grow.
func (r *run) findAlike(ctx context.Context, k int) error {
	if r.kinds[k].Alike == nil || r.counts[k].Records() == 0 {
		return nil
	}
	var after importing.Alike
	for {
		page, err := r.kinds[k].Alike(ctx, r.job.Account, after, alikePage)
		if err != nil {
			return err
		}
		if err := r.keepAlike(ctx, k, page); err != nil {
			return err
		}
		if len(page) < alikePage {
			return nil
		}
		after = page[len(page)-1]
	}
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
