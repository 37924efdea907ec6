package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// owner is the user that the server runs as. It differs from the current user if that is root, because PostgreSQL refuses to run as
// root.
type owner struct {
	uid, gid int
	name     string
	drop     bool
}

// unprivileged chooses the user that the server runs as if this process is root.
func unprivileged() (owner, error) {
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return dropTo(u.Uid)
		}
	}
	return owner{}, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

func dropTo(id string) (owner, error) {
	u, err := user.LookupId(id)
	if err != nil {
		return owner{}, fmt.Errorf("find the owner of the data folder: %w", err)
	}
	uid, wrong := strconv.Atoi(u.Uid)
	gid, err := strconv.Atoi(u.Gid)
	if err := errors.Join(wrong, err); err != nil {
		return owner{}, fmt.Errorf("read the ids of %s: %w", u.Username, err)
	}
	return owner{uid: uid, gid: gid, name: u.Username, drop: true}, nil
}

func uidOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// give changes the owner of a path that root created.
func (o owner) give(path string) error {
	if !o.drop {
		return nil
	}
	return os.Lchown(path, o.uid, o.gid)
}

// command returns a command that runs as the owner, detached from the terminal, working folder and environment of this process.
func (o owner) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC", "HOME=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if o.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
	}
	return cmd
}

// commandOn returns a command of PostgreSQL on a data folder. The owner may not be able to enter the parents of the folder, such as
// /root; then the command inherits lent, an open descriptor. The caller closes it.
func (o owner) commandOn(ctx context.Context, data, program string, args ...string) (cmd *exec.Cmd, lent *os.File, err error) {
	const inherited = "/proc/self/fd/3" // the first extra file
	if o.canEnter(ctx, data) {
		return o.command(ctx, program, append([]string{"-D", data}, args...)...), nil, nil
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return nil, nil, fmt.Errorf("%s is closed to %s, the user that PostgreSQL runs as; name a folder that it can enter", data, o.name)
	}
	if lent, err = os.Open(data); err != nil {
		return nil, nil, err
	}
	cmd = o.command(ctx, program, append([]string{"-D", inherited}, args...)...)
	cmd.ExtraFiles = []*os.File{lent}
	return cmd, lent, nil
}

func (o owner) canEnter(ctx context.Context, dir string) bool {
	return !o.drop || o.command(ctx, "/bin/sh", "-c", `cd "$1"`, "sh", dir).Run() == nil
}
