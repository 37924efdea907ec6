package importing

import (
	"context"

	"github.com/google/uuid"
)

// Alike is a value that several records share although it is normally unique, so that they may be duplicates.
type Alike struct {
	By      string      // such as "email", or "email, phone" if they share both
	Key     string      // the shared value, or the first of them
	Records []uuid.UUID // at most MaxAlike of them
}

// MaxAlike is the maximum number of records in an Alike.
const MaxAlike = 20

// FindAlike passes values that several records of an account share to page, several hundred at a time, ordered by By and Key. It runs in a
// transaction, in which page runs statements, too. An error of page ends it and is returned.
type FindAlike func(ctx context.Context, account uuid.UUID, page func([]Alike) error) error
