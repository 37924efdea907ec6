package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// immediateTimeout is how long an immediate shutdown may take.
const immediateTimeout = 10 * time.Second

// postmaster returns the process id of the running server of this data, or 0. The pid file alone is not enough: after a crash, its
// process id may belong to another process or to a zombie.
func (f folder) postmaster() int {
	text, err := os.ReadFile(f.pidFile())
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid <= 1 || !serves(pid, f.data()) {
		return 0
	}
	return pid
}

// clearStale removes the pid file of a dead server, because PostgreSQL refuses to start while any process has that id. The shared
// memory segment still prevents two servers on one data folder.
func (c *Cluster) clearStale() error {
	if pid := c.folder.postmaster(); pid != 0 {
		return fmt.Errorf("server process %d still runs", pid)
	}
	if err := os.Remove(c.folder.pidFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove stale pid file: %w", err)
	}
	return nil
}

// stopServer shuts down the server of this data, whichever process started it, and waits until it has ended.
func (c *Cluster) stopServer(ctx context.Context) error {
	pid := c.folder.postmaster()
	if pid == 0 {
		return nil
	}
	err := end(ctx, pid, c.options.Throwaway, func() bool { return !serves(pid, c.folder.data()) })
	if err != nil {
		return err
	}
	c.say("stopped private PostgreSQL in %s", c.folder.home)
	return nil
}

// end asks for a fast shutdown, which ends sessions and flushes data. If the data is thrown away or ctx has ended, it asks for an
// immediate one.
func end(ctx context.Context, pid int, throwaway bool, gone func() bool) error {
	done := func() (bool, error) { return gone(), nil }
	if !throwaway {
		if err := signal(pid, syscall.SIGINT); err != nil {
			return err
		}
		if pollUntil(ctx, done) == nil {
			return nil
		}
	}
	if err := signal(pid, syscall.SIGQUIT); err != nil {
		return err
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), immediateTimeout)
	defer cancel()
	if err := pollUntil(last, done); err != nil {
		return fmt.Errorf("server process %d does not end: %w", pid, err)
	}
	return nil
}

func signal(pid int, what syscall.Signal) error {
	if err := syscall.Kill(pid, what); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("signal server process %d: %w", pid, err)
	}
	return nil
}
