package events

import (
	"context"

	"github.com/google/uuid"
)

// Source says by what way a change was made.
type Source string

// The sources of changes.
const (
	FromAPI     Source = "api"
	FromConsole Source = "console"
	FromImport  Source = "import"
	FromMerge   Source = "merge"
	FromRevert  Source = "revert"
	FromCLI     Source = "cli"
	FromSystem  Source = "system" // a sweeper, or whatever says nothing else
)

// Origin tells how a change came about.
type Origin struct {
	Source    Source
	RequestID string // "" for what no request caused
	// Change is the id of the change. It is made when the first event is recorded; who needs it sooner sets it.
	Change uuid.UUID
}

type originKey struct{}

// WithOrigin returns a context whose changes have the origin.
func WithOrigin(ctx context.Context, o Origin) context.Context { return context.WithValue(ctx, originKey{}, o) }

// OriginOf returns the origin of the changes of ctx.
func OriginOf(ctx context.Context) Origin {
	o, ok := ctx.Value(originKey{}).(Origin)
	if !ok {
		o.Source = FromSystem
	}
	return o
}
