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
	longestLog = 10 * mib
	tailBytes  = 4096
)

// child is a server that this process started and therefore has to reap.
type child struct {
	process *os.Process
	ended   chan struct{}
	log     string
	from    int64
}

// spawn starts the server detached: it outlives this process and hears none of its terminal's signals.
func (c *Cluster) spawn(ctx context.Context, p programs) (*child, error) {
	door, err := c.owner.entrance(ctx, c.folder.data())
	if err != nil {
		return nil, err
	}
	defer door.close()
	log, from, err := c.openLog()
	if err != nil {
		return nil, err
	}
	defer log.Close()

	cmd := exec.Command(p.path("postgres"), append([]string{"-D", door.path}, c.settings()...)...)
	c.owner.become(cmd)
	door.lend(cmd)
	// A file and not a pipe: whoever reads a pipe waits for the server's end.
	cmd.Stdout, cmd.Stderr = log, log
	keepDescriptors()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	started := &child{process: cmd.Process, ended: make(chan struct{}), log: log.Name(), from: from}
	go func() {
		// Its status says nothing that the log does not; without the wait it would stay a zombie.
		_ = cmd.Wait()
		close(started.ended)
	}()
	return started, nil
}

// openLog appends to the server's log, and starts a new one where the old has grown long.
func (c *Cluster) openLog() (*os.File, int64, error) {
	path := c.folder.serverLog()
	if info, err := os.Lstat(path); err == nil && info.Size() > longestLog {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, 0, fmt.Errorf("put long server log aside: %w", err)
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

// said is what the server wrote since it was started.
func (s *child) said() string {
	file, err := os.Open(s.log)
	if err != nil {
		return "it left no log"
	}
	defer file.Close()
	text, err := io.ReadAll(io.NewSectionReader(file, s.from, tailBytes))
	if err != nil || len(text) == 0 {
		return "it wrote nothing to " + s.log
	}
	return strings.TrimSpace(string(text))
}

// stop ends a server whose folder is gone, so that no pid file names it any more.
func (s *child) stop(ctx context.Context, throwaway bool) error {
	if s == nil {
		return nil
	}
	select {
	case <-s.ended:
		return nil
	default:
	}
	return end(ctx, s.process.Pid, throwaway, func() bool {
		select {
		case <-s.ended:
			return true
		default:
			return false
		}
	})
}

// keepDescriptors keeps what a shell or make gave to this process (a lock, a job pipe) from reaching the server,
// which would hold it open for days.
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
