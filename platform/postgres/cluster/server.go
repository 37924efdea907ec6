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
	// cannotConnectNow is the SQLSTATE while the server starts, recovers or shuts down.
	cannotConnectNow = "57P03"
	// tooManyConnections is a temporary condition.
	tooManyConnections = "53300"
)

// errShutDown means that the server shut down while this process waited for it.
var errShutDown = errors.New("the server has shut down")

// ensureServer connects to the running server of this data folder, or starts one and returns its major version.
func (c *Cluster) ensureServer(ctx context.Context) (started int, err error) {
	adopted, err := c.adopt(ctx)
	if err != nil || adopted {
		return 0, err
	}
	p, err := c.ensureData(ctx)
	if err != nil {
		return 0, err
	}
	// PostgreSQL refuses to start while any process has the id in the pid file of a dead server. The shared memory segment still prevents
	// two servers on one data folder.
	if err := remove(c.folder.pidFile()); err != nil {
		return 0, err
	}
	if c.socket, err = c.folder.ensureSocket(ctx, c.owner); err != nil {
		return 0, err
	}
	if err := c.launch(ctx, p); err != nil {
		return 0, err
	}
	return p.major, nil
}

// adopt connects to a server that another process has started. It shuts down a server that runs but cannot be reached, for example
// because its socket was deleted, so that a new one can be started.
func (c *Cluster) adopt(ctx context.Context) (adopted bool, err error) {
	c.socket = c.folder.knownSocket(c.owner)
	deadline := time.Now().Add(reachTimeout)
	err = pollUntil(ctx, func() (bool, error) {
		err := c.answers(ctx)
		if stateOf(err) == cannotConnectNow {
			err = c.waitForAnswer(ctx, nil)
			if err != nil && !errors.Is(err, errShutDown) {
				return false, err
			}
		}
		adopted = err == nil
		if adopted || c.folder.postmaster() == 0 {
			return true, nil
		}
		// The socket is recorded before a server starts, so without one it is not worth waiting.
		if c.socket != "" && time.Now().Before(deadline) {
			return false, nil
		}
		stop, cancel := context.WithTimeout(ctx, cleanupTimeout)
		defer cancel()
		return true, c.stopServer(stop)
	})
	return adopted, err
}

// waitForAnswer waits until the server accepts connections or ended is closed. Crash recovery may take any time.
func (c *Cluster) waitForAnswer(ctx context.Context, ended <-chan struct{}) error {
	return pollUntil(ctx, func() (bool, error) {
		err := c.answers(ctx)
		state := stateOf(err)
		switch {
		case err == nil:
			return true, nil
		case state != "" && state != cannotConnectNow:
			return false, fmt.Errorf("the server runs but refuses connections; its files may be damaged, restore them from a backup: %w", err)
		case ended == nil && state == "" && c.folder.postmaster() == 0:
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

// Check opens a new session, as clients do. Its error says why that is not possible.
func (c *Cluster) Check(ctx context.Context) error { return c.answers(ctx) }

// answers checks whether the server accepts connections, and whether its programs and libraries are still those that it was started with.
func (c *Cluster) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := c.connect(ctx)
	if stateOf(err) == tooManyConnections {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "do 'begin end'")
	return errors.Join(err, conn.Close(ctx))
}

// stateOf returns the SQLSTATE of an error of the server, or "" if the server gave no answer.
func stateOf(err error) string {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return answer.Code
	}
	return ""
}

func (c *Cluster) connect(ctx context.Context) (*pgx.Conn, error) {
	if c.socket == "" {
		return nil, errors.New("no socket is known")
	}
	conn, err := pgx.Connect(ctx, c.url(superuser, maintenance))
	if err != nil {
		return nil, fmt.Errorf("connect to the private postgresql: %w", err)
	}
	return conn, nil
}

// launch starts the server and waits until it accepts connections. It retries while children of a killed server still hold its shared
// memory.
func (c *Cluster) launch(ctx context.Context, p programs) error {
	const orphans = 15 * time.Second // may they take to exit
	deadline := time.Now().Add(orphans)
	return pollUntil(ctx, func() (bool, error) {
		err := c.launchOnce(ctx, p)
		if err != nil && strings.Contains(err.Error(), "pre-existing shared memory block") && time.Now().Before(deadline) {
			return false, nil
		}
		return true, err
	})
}
