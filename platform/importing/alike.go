package importing

import (
	"context"

	"github.com/google/uuid"
)

// Alike is what several records of a type have in common that usually one alone has.
type Alike struct {
	By      string      // such as "email"
	Key     string      // what they have in common
	Records []uuid.UUID // of them the first MaxAlike
}

// MaxAlike is how many records an Alike names.
const MaxAlike = 20

// FindAlike finds what records of an account have in common, in the order of By and Key: the first limit of them after another, the
// zero Alike being before the first.
type FindAlike func(ctx context.Context, account uuid.UUID, after Alike, limit int) ([]Alike, error)
