package outbox

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// Arrive returns the statement that notes, for @organization and @accounts, that a move has brought them from another installation.
func Arrive(move uuid.UUID) string {
	return `insert into outbox.arrivals (account_id, move_id, arrived_at)
		select id, cast('` + move.String() + `' as uuid), now() from unnest(@accounts) as accounts (id)`
}

// HasArrived reports whether a move has brought its organization here.
func (r *Retention) HasArrived(ctx context.Context, move uuid.UUID) (has bool, err error) {
	err = r.db.In(ctx).Raw("select exists (select from outbox.arrivals where move_id = ?)", move).Scan(&has).Error
	if err != nil {
		err = fmt.Errorf("look for an arrival: %w", err)
	}
	return has, err
}

// foreign fails with an expired error if the account was moved here: a cursor that cannot be read may be from where it was before.
func (f *Feed) foreign(ctx context.Context, account uuid.UUID) error {
	var arrived bool
	err := f.db.In(ctx).Raw("select exists (select from outbox.arrivals where account_id = ?)", account).Scan(&arrived).Error
	switch {
	case err != nil:
		return fmt.Errorf("look for an arrival: %w", err)
	case arrived:
		return expired(anotherDatabase)
	}
	return nil
}
