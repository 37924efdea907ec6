package cluster

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

const (
	maxLog    = 10 * mib
	tailBytes = 4096
)

// child is a server that this process started and must wait for.
type child struct {
	process *os.Process
	ended   chan struct{}
	log     string
	from    int64
}

// spawn starts the server detached, so that it outlives this process and gets no signals from its terminal.
func (c *Cluster) spawn(ctx context.Context, p programs) (*child, error) {
	dir, err := c.owner.entrance(ctx, c.folder.data())
	if err != nil {
		return nil, err
	}
	defer dir.close()
	log, from, err := c.openLog()
	if err != nil {
		return nil, err
	}
	defer log.Close()

	cmd := exec.Command(p.path("postgres"), append([]string{"-D", dir.path}, c.settings()...)...)
	c.owner.become(cmd)
	dir.lend(cmd)
	// A file, because readers of a pipe would block until the server ends.
	cmd.Stdout, cmd.Stderr = log, log
	keepDescriptors()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	started := &child{process: cmd.Process, ended: make(chan struct{}), log: log.Name(), from: from}
	go func() {
		// The log says more than the exit status, but without Wait the process would stay a zombie.
		_ = cmd.Wait()
		close(started.ended)
	}()
	return started, nil
}

// openLog opens the server's log for appending, and rotates it if it is long. It returns the current end of the log.
func (c *Cluster) openLog() (*os.File, int64, error) {
	path := c.folder.serverLog()
	if info, err := os.Lstat(path); err == nil && info.Size() > maxLog {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, 0, fmt.Errorf("rotate server log: %w", err)
		}
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, 0, fmt.Errorf("open server log: %w", err)
	}
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		log.Close()
		return nil, 0, fmt.Errorf("find end of server log: %w", err)
	}
	return log, from, c.owner.give(path)
}

// output returns the end of what the server has logged since its start.
func (s *child) output() string {
	file, err := os.Open(s.log)
	if err != nil {
		return "it left no log"
	}
	defer file.Close()
	end, _ := file.Seek(0, io.SeekEnd) // if it fails, the beginning is better than nothing
	text, err := io.ReadAll(io.NewSectionReader(file, max(s.from, end-tailBytes), tailBytes))
	if err != nil || len(text) == 0 {
		return "it wrote nothing to " + s.log
	}
	return strings.TrimSpace(string(text))
}

// stop ends a server whose folder was removed, so that no pid file refers to it.
func (s *child) stop(ctx context.Context, throwaway bool) error {
	gone := func() bool {
		select {
		case <-s.ended:
			return true
		default:
			return false
		}
	}
	if s == nil || gone() {
		return nil
	}
	return end(ctx, s.process.Pid, throwaway, gone)
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
