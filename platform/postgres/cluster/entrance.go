package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// ErrUnreachable means that the server's user cannot enter the data folder.
var ErrUnreachable = errors.New("the data folder cannot be entered by the user that PostgreSQL runs as")

// entrance is the path by which a child process opens a folder. If this process is root, the server's user may not be able to enter
// the parents of the folder, such as /root; then the child inherits an open descriptor.
type entrance struct {
	path string
	open *os.File
}

// inherited is the path of the first extra descriptor of a child.
const inherited = "/proc/self/fd/3"

func (o owner) entrance(ctx context.Context, dir string) (entrance, error) {
	if !o.drop || o.canEnter(ctx, dir) {
		return entrance{path: dir}, nil
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return entrance{}, fmt.Errorf("%w: %s is closed to %s; name a folder that it can enter", ErrUnreachable, dir, o.name)
	}
	open, err := os.Open(dir)
	if err != nil {
		return entrance{}, fmt.Errorf("open data folder: %w", err)
	}
	return entrance{path: inherited, open: open}, nil
}

func (e entrance) lend(cmd *exec.Cmd) {
	if e.open != nil {
		cmd.ExtraFiles = []*os.File{e.open}
	}
}

func (e entrance) close() {
	if e.open != nil {
		e.open.Close()
	}
}
