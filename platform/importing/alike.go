package importing

import (
	"context"

	"github.com/google/uuid"
)

// Alike is a value that several records share although it is normally unique, so that they may be duplicates.
type Alike struct {
	By      string      // such as "email"
	Key     string      // the shared value
	Records []uuid.UUID // at most MaxAlike of them
}

// MaxAlike is the maximum number of records in an Alike.
const MaxAlike = 20

// FindAlike returns up to limit values that several records of an account share, ordered by By and Key, and greater than after. The
// zero Alike is before all others.
type FindAlike func(ctx context.Context, account uuid.UUID, after Alike, limit int) ([]Alike, error)
