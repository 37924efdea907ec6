package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// ensureData makes the data folder when there is none. It is made aside and renamed: initdb writes the version file
// early, so a run that was killed would look like a cluster.
func (c *Cluster) ensureData(ctx context.Context) (programs, error) {
	major, err := c.folder.madeBy()
	if err != nil {
		return programs{}, err
	}
	p, err := findPrograms(ctx, c.options.BinDir, major)
	if err != nil || major != 0 {
		return p, err
	}
	if err := os.RemoveAll(c.folder.side()); err != nil {
		return p, fmt.Errorf("remove unfinished data: %w", err)
	}
	if err := os.Mkdir(c.folder.side(), 0o700); err != nil {
		return p, fmt.Errorf("make folder for the data: %w", err)
	}
	if err := c.owner.give(c.folder.side()); err != nil {
		return p, err
	}
	if err := c.initdb(ctx, p); err != nil {
		return p, err
	}
	if err := os.Rename(c.folder.side(), c.folder.data()); err != nil {
		return p, fmt.Errorf("put new data in place: %w", err)
	}
	c.say("made a private PostgreSQL %d cluster in %s", p.major, c.folder.home)
	return p, nil
}

// initdb orders text by code point, so that no order depends on the language of the machine.
func (c *Cluster) initdb(ctx context.Context, p programs) error {
	out, err := c.initdbWith(ctx, p, "C.UTF-8")
	if err != nil && strings.Contains(out, "locale") {
		out, err = c.initdbWith(ctx, p, "C")
	}
	if err != nil {
		return fmt.Errorf("make the data with %s: %w: %s", p.path("initdb"), err, strings.TrimSpace(out))
	}
	return nil
}

func (c *Cluster) initdbWith(ctx context.Context, p programs, locale string) (string, error) {
	door, err := c.owner.entrance(ctx, c.folder.side())
	if err != nil {
		return "", err
	}
	defer door.close()

	args := []string{
		"-D", door.path, "-U", superuser, "--encoding=UTF8", "--locale=" + locale,
		"--auth-local=trust", "--auth-host=reject", "--data-checksums", "--no-instructions",
	}
	if c.options.Throwaway {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, p.path("initdb"), args...)
	c.owner.become(cmd)
	door.lend(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return out.String(), err
}
