package importing

import (
	"context"

	"github.com/google/uuid"
)

// Alike is a value that several records share although it is normally unique, so that they may be duplicates.
type Alike struct {
	By      string      // such as "email"
	Key     string      // the shared value
	Records []uuid.UUID // the first MaxAlike of them
}

// MaxAlike is how many records an Alike lists at most.
const MaxAlike = 20

// FindAlike returns values that records of an account share, ordered by By and Key: at most limit of them, beginning after the
// given one. The zero Alike stands for the beginning.
type FindAlike func(ctx context.Context, account uuid.UUID, after Alike, limit int) ([]Alike, error)
