package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// silence is how long a live server may refuse connections before it is taken for one that cannot be reached.
	silence = 5 * time.Second
	// hang is how long one try to connect may take: a server that accepts and then says nothing is no server.
	hang = 15 * time.Second
	// orphans is how long the children of a killed server get to notice and leave.
	orphans = 15 * time.Second
	// cannotConnectNow is the server's answer while it starts, recovers or shuts down.
	cannotConnectNow = "57P03"
	// tooManyConnections passes.
	tooManyConnections = "53300"
)

// ensureServer adopts the running server of this data folder, or starts one.
func (c *Cluster) ensureServer(ctx context.Context) error {
	adopted, err := c.adopt(ctx)
	if err != nil || adopted {
		return err
	}
	p, err := c.ensureData(ctx)
	if err != nil {
		return err
	}
	if err := c.clearStale(); err != nil {
		return err
	}
	c.socket = c.folder.knownSocket(c.owner)
	if c.socket == "" {
		if c.socket, err = c.folder.makeSocket(ctx, c.owner); err != nil {
			return err
		}
	}
	if err := clearSocket(c.socket); err != nil {
		return err
	}
	return c.launch(ctx, p)
}

// adopt connects to a server that another process started and perhaps did not live to stop. A server that lives but
// cannot be reached (its socket was cleaned away) is shut down, so that a reachable one can take its place.
func (c *Cluster) adopt(ctx context.Context) (bool, error) {
	c.socket = c.folder.knownSocket(c.owner)
	wait := silence
	if c.socket == "" {
		wait = 0 // it is recorded before a server starts, so there is nothing to wait for
	}
	patience, cancel := context.WithTimeout(ctx, wait)
	defer cancel()

	var adopted bool
	err := pollUntil(patience, func() (bool, error) {
		starting, err := c.answers(ctx)
		if starting {
			err = c.waitForAnswer(ctx, nil)
		}
		adopted = err == nil
		if adopted || starting {
			return true, err
		}
		return c.folder.postmaster() == 0, nil
	})
	switch {
	case adopted || err == nil:
		return adopted, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, errGone):
		return false, nil
	case errors.Is(err, context.DeadlineExceeded):
		c.say("the running server cannot be reached and is restarted")
		return false, c.stopServer(ctx)
	}
	return false, err
}

// errGone says that the server shut down while somebody waited for it to start.
var errGone = errors.New("the server has shut down")

// waitForAnswer waits through start-up and crash recovery, however long, until the server answers or ended is closed.
func (c *Cluster) waitForAnswer(ctx context.Context, ended <-chan struct{}) error {
	return pollUntil(ctx, func() (bool, error) {
		starting, err := c.answers(ctx)
		if err == nil {
			return true, nil
		}
		if refuses(err) {
			return false, fmt.Errorf("the server runs but refuses connections; its files may be damaged, restore them from a backup: %w", err)
		}
		if ended == nil && !starting && c.folder.postmaster() == 0 {
			return false, errGone
		}
		select {
		case <-ended:
			return false, errGone
		default:
			return false, nil
		}
	})
}

// refuses reports whether a server that is up has answered no, and will again: it cannot read its own files, say.
func refuses(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code != cannotConnectNow && answer.Code != tooManyConnections
}

// answers asks the server whether it takes connections; starting means that it lives but does not yet (or no longer).
func (c *Cluster) answers(ctx context.Context) (starting bool, err error) {
	if c.socket == "" {
		return false, errors.New("no socket is known")
	}
	try, cancel := context.WithTimeout(ctx, hang)
	defer cancel()
	conn, err := c.connect(try, superuser, maintenance)
	if err != nil {
		var answer *pgconn.PgError
		return errors.As(err, &answer) && answer.Code == cannotConnectNow, err
	}
	return false, conn.Close(ctx)
}

func (c *Cluster) connect(ctx context.Context, user, database string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, c.url(user, database))
	if err != nil {
		return nil, fmt.Errorf("connect to the private postgresql: %w", err)
	}
	return conn, nil
}

// launch starts the server and waits until it takes connections. The children of a server that was killed may hold
// its memory for some moments; then the start is tried again.
func (c *Cluster) launch(ctx context.Context, p programs) error {
	retryUntil := time.Now().Add(orphans)
	for {
		err := c.launchOnce(ctx, p)
		if err == nil {
			c.say("started private PostgreSQL %d in %s", p.major, c.folder.home)
			return nil
		}
		if !strings.Contains(err.Error(), "pre-existing shared memory block") || time.Now().After(retryUntil) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * pollEvery):
		}
	}
}

func (c *Cluster) launchOnce(ctx context.Context, p programs) error {
	child, err := c.spawn(ctx, p)
	if err != nil {
		return err
	}
	c.child = child
	err = c.waitForAnswer(ctx, child.ended)
	if errors.Is(err, errGone) {
		c.child = nil
		return fmt.Errorf("the server ended at once: %s", child.said())
	}
	return err
}
