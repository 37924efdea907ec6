package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/text"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// shelf keeps records of type T as rows of type R; the two convert into each other.
type shelf[T any, R row] struct {
	db      *postgres.DB
	table   string
	ordered bool // by item_order before the name
	in      func(T) R
	out     func(R) T
	place   func(T) (itemOrder int, folded string, id uuid.UUID)
}

// row is what the rows can do for the shelf.
type row interface {
	schema.Tabler
	key() uuid.UUID
}

// List implements catalog.Shelf.
func (s shelf[T, R]) List(ctx context.Context, account uuid.UUID, f catalog.Filter, page paging.Request) (paging.Page[T], error) {
	q, err := s.behind(filtered(s.db.In(ctx).Where("account_id = ?", account), f), page)
	if err != nil {
		return paging.Page[T]{}, err
	}
	var rows []R
	if err := q.Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[T]{}, fmt.Errorf("list %s: %w", s.table, err)
	}
	list := make([]T, len(rows))
	for i, r := range rows {
		list[i] = s.out(r)
	}
	return paging.Cut(page, list, s.position), nil
}

func filtered(q *gorm.DB, f catalog.Filter) *gorm.DB {
	if f.Active != nil {
		q = q.Where("active = ?", *f.Active)
	}
	if f.ServiceType != "" {
		q = q.Where("service_type = ?", f.ServiceType)
	}
	if f.UpdatedSince != nil {
		q = q.Where("updated_at >= ?", *f.UpdatedSince)
	}
	for _, word := range strings.Fields(text.Fold(f.Search)) {
		q = q.Where("folded like ?", "%"+literal(word)+"%")
	}
	return q
}

// literal takes from a word what LIKE would read as a pattern.
func literal(word string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word)
}

// behind sorts, and starts behind the position of the page.
func (s shelf[T, R]) behind(q *gorm.DB, page paging.Request) (*gorm.DB, error) {
	if !s.ordered {
		folded, id, err := page.TextID()
		if page.After != nil {
			q = q.Where("(folded, id) > (?, ?)", folded, id)
		}
		return q.Order("folded, id"), err
	}
	if page.After != nil {
		if len(page.After) != 3 {
			return nil, paging.BadCursor()
		}
		order, err := strconv.Atoi(page.After[0])
		if err != nil {
			return nil, paging.BadCursor()
		}
		folded, id, err := paging.Request{After: page.After[1:]}.TextID()
		if err != nil {
			return nil, err
		}
		q = q.Where("(item_order, folded, id) > (?, ?, ?)", order, folded, id)
	}
	return q.Order("item_order, folded, id"), nil
}

func (s shelf[T, R]) position(record T) []string {
	order, folded, id := s.place(record)
	if !s.ordered {
		return []string{folded, id.String()}
	}
	return []string{strconv.Itoa(order), folded, id.String()}
}

// Get implements catalog.Shelf.
func (s shelf[T, R]) Get(ctx context.Context, account, id uuid.UUID) (T, error) {
	var r R
	err := s.db.In(ctx).Where("account_id = ? and id = ?", account, id).Take(&r).Error
	if postgres.NoRow(err) {
		err = apperr.NewNotFound()
	} else if err != nil {
		err = fmt.Errorf("read from %s: %w", s.table, err)
	}
	return s.out(r), err
}

// IDs implements catalog.Shelf.
func (s shelf[T, R]) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, s.table, account, externalIDs)
}

// Lock implements catalog.Shelf.
func (s shelf[T, R]) Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]T, error) {
	found := make(map[uuid.UUID]T, len(ids))
	rows, err := postgres.LockAll[R](s.db.In(ctx), account, ids)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", s.table, err)
	}
	for _, r := range rows {
		found[r.key()] = s.out(r)
	}
	return found, nil
}

// locked reads for update, by id: everybody takes the locks in the same order.
func (s shelf[T, R]) locked(q *gorm.DB) ([]R, error) {
	var rows []R
	if err := q.Order("id").Clauses(forUpdate()).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("lock %s: %w", s.table, err)
	}
	return rows, nil
}

// Save implements catalog.Shelf.
func (s shelf[T, R]) Save(ctx context.Context, records []T) error {
	rows := make([]R, len(records))
	for i, record := range records {
		rows[i] = s.in(record)
	}
	if err := postgres.SaveAll(s.db.In(ctx), rows); err != nil {
		return fmt.Errorf("save %s: %w", s.table, err)
	}
	return nil
}
