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
	// reachTimeout is how long a running server may refuse connections before it is considered unreachable and restarted.
	reachTimeout = 5 * time.Second
	// connectTimeout is the timeout of one connection attempt, because a hung server accepts connections and never answers.
	connectTimeout = 15 * time.Second
	// orphanTimeout is how long the children of a killed server may take to exit.
	orphanTimeout = 15 * time.Second
	// cannotConnectNow is the SQLSTATE while the server starts, recovers or shuts down.
	cannotConnectNow = "57P03"
	// tooManyConnections is a temporary condition.
	tooManyConnections = "53300"
)

// ensureServer connects to the running server of this data folder, or starts one.
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

// adopt connects to a server that another process has started. It shuts down a server that runs but cannot be reached, for example
// because its socket was deleted, so that a new one can be started.
func (c *Cluster) adopt(ctx context.Context) (bool, error) {
	c.socket = c.folder.knownSocket(c.owner)
	wait := reachTimeout
	if c.socket == "" {
		wait = 0 // the socket is recorded before a server starts, so it is not worth waiting
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
	case errors.Is(err, errShutDown):
		return false, nil
	case errors.Is(err, context.DeadlineExceeded):
		c.say("the running server cannot be reached and is restarted")
		return false, c.stopServer(ctx)
	}
	return false, err
}

// errShutDown means that the server shut down while this process waited for it.
var errShutDown = errors.New("the server has shut down")

// waitForAnswer waits until the server accepts connections or ended is closed. Crash recovery may take any time.
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
			return false, errShutDown
		}
		select {
		case <-ended:
			return false, errShutDown
		default:
			return false, nil
		}
	})
}

// refuses reports whether the server runs and refused the connection for a permanent reason, such as unreadable files.
func refuses(err error) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && answer.Code != cannotConnectNow && answer.Code != tooManyConnections
}

// answers checks whether the server accepts connections. starting means that it runs but does not accept them yet, or no longer.
func (c *Cluster) answers(ctx context.Context) (starting bool, err error) {
	if c.socket == "" {
		return false, errors.New("no socket is known")
	}
	try, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := c.connect(try, superuser, maintenance)
	if err != nil {
		answer, ok := errors.AsType[*pgconn.PgError](err)
		return ok && answer.Code == cannotConnectNow, err
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

// launch starts the server and waits until it accepts connections. It retries while children of a killed server still hold its shared
// memory.
func (c *Cluster) launch(ctx context.Context, p programs) error {
	retryUntil := time.Now().Add(orphanTimeout)
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
	if errors.Is(err, errShutDown) {
		c.child = nil
		return fmt.Errorf("the server ended at once: %s", child.output())
	}
	return err
}
