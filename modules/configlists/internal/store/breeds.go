package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/text"
)

// breeds implements configlists.BreedStore.
type breeds struct {
	*postgres.Table[configlists.Breed]
	db *postgres.DB
}

// List implements configlists.BreedStore.
func (s breeds) List(ctx context.Context, account uuid.UUID, f configlists.BreedFilter, page paging.Request) (paging.Page[configlists.Breed], error) {
	q := s.Query(account).
		WhereIf(f.Species != "", "t.species = ?", f.Species).
		WhereIf(f.Search != "", "t.name_fold like ?", "%"+literal(text.Fold(f.Search))+"%").
		OrderBy(postgres.Order{By: "t.name_fold", Type: "text"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.Table.List(ctx, q, page)
}

// literal escapes what has a meaning in a like pattern.
func literal(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

// Folded implements configlists.BreedStore.
func (s breeds) Folded(ctx context.Context, account uuid.UUID, species string, folds []string) ([]configlists.Breed, error) {
	q := s.Query(account).Where("t.species = ? and t.name_fold = any(?)", species, folds).OrderBy(oldestFirst)
	return s.All(ctx, q)
}

// HasAny implements configlists.BreedStore.
func (s breeds) HasAny(ctx context.Context, account uuid.UUID) (has bool, err error) {
	if err = s.db.Row(ctx, "select exists (select from configlists.breeds where account_id = $1)", account).Scan(&has); err != nil {
		err = fmt.Errorf("look for breeds: %w", err)
	}
	return has, err
}

var oldestFirst = postgres.Order{By: "t.id", Type: "uuid"}
