package postgres

import (
	"context"

	"github.com/petcare/petcare/platform/fair"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Waiting is how many transactions of the organization of ctx wait for the next group.
func (d *DB) Waiting(ctx context.Context) int {
	d.commits.mu.Lock()
	defer d.commits.mu.Unlock()
	if g := d.commits.of[fair.OrganizationOf(caller.From(ctx))]; g != nil {
		return len(g.waiting)
	}
	return 0
}

// BuildFrontend is buildFrontend.
var BuildFrontend = buildFrontend

// ErrBusy is errBusy.
var ErrBusy = errBusy

// ErrEnded is errEnded.
var ErrEnded = errEnded

// IsSupported is isSupported.
var IsSupported = isSupported
