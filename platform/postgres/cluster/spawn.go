package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

const (
	maxLog    = 10 * mib
	tailBytes = 4096
)

// launchOnce starts the server detached, so that it outlives this process and gets no signals from its terminal.
func (c *Cluster) launchOnce(ctx context.Context, p programs) error {
	cmd, lent, err := c.owner.commandOn(context.WithoutCancel(ctx), c.folder.data(), p.path("postgres"), c.settings()...)
	if err != nil {
		return err
	}
	defer lent.Close()
	log, err := c.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	before, err := log.Stat()
	if err != nil {
		return err
	}

	// A file, because readers of a pipe would block until the server ends.
	cmd.Stdout, cmd.Stderr = log, log
	keepDescriptors()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	c.server = cmd.Process
	ended := make(chan struct{})
	go func() {
		// The log says more than the exit status, but without Wait the process would stay a zombie.
		_ = cmd.Wait()
		close(ended)
	}()
	err = c.waitForAnswer(ctx, ended)
	if errors.Is(err, errShutDown) {
		return fmt.Errorf("the server ended at once: %s", logged(log.Name(), before.Size()))
	}
	return err
}

// openLog opens the server's log for appending, and rotates it if it is long.
func (c *Cluster) openLog() (*os.File, error) {
	path := c.folder.serverLog()
	if info, err := os.Lstat(path); err == nil && info.Size() > maxLog {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, err
		}
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	return log, c.owner.give(path)
}

// logged returns the end of what the server has logged since its start.
func logged(path string, from int64) string {
	text, err := os.ReadFile(path)
	if err != nil || int64(len(text)) <= from {
		return "it wrote nothing to " + path
	}
	text = text[from:]
	return strings.TrimSpace(string(text[max(0, len(text)-tailBytes):]))
}

// keepDescriptors sets close-on-exec for descriptors inherited from a shell or make, such as locks and pipes. Otherwise the server
// would hold them open for days.
func keepDescriptors() {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		return
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
