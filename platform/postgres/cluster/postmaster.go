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

// lastChance is how long a server gets that did not end in time and was told to drop everything.
const lastChance = 10 * time.Second

// postmaster answers the process id of the live server of this data, 0 where there is none. A number alone proves
// nothing: after a crash it may belong to a stranger, or to a zombie that nobody reaps.
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

// clearStale removes the pid file of a dead server: PostgreSQL itself refuses to start while the number is in use by
// anyone. Two servers on one data folder stay impossible, the shared memory segment guards that too.
func (c *Cluster) clearStale() error {
	if pid := c.folder.postmaster(); pid != 0 {
		return fmt.Errorf("server process %d still runs", pid)
	}
	if err := os.Remove(c.folder.pidFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove stale pid file: %w", err)
	}
	return nil
}

// stopServer shuts the server of this data down, whoever started it, and returns when it is gone.
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

// end asks for a fast shutdown (sessions are cut, data is flushed), or for an immediate one where the data will be
// thrown away or the time is up.
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastChance)
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
