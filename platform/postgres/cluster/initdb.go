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

// ensureData creates the data folder if it does not exist. initdb writes the version file early, so it works in another folder that
// is renamed when complete; a killed run would otherwise look like a cluster.
func (c *Cluster) ensureData(ctx context.Context) (programs, error) {
	major, err := c.folder.madeBy()
	if err != nil {
		return programs{}, err
	}
	p, err := findPrograms(ctx, places(), major)
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

// initdb uses a locale that sorts text by code point, whatever the machine, and knows the case of all letters.
func (c *Cluster) initdb(ctx context.Context, p programs) error {
	out, err := c.initdbWith(ctx, p, "--locale=C.UTF-8")
	if err != nil && strings.Contains(out, "locale") { // macOS
		out, err = c.initdbWith(ctx, p, "--locale=C", "--lc-ctype=en_US.UTF-8")
	}
	if err != nil {
		return fmt.Errorf("make the data with %s: %w: %s", p.path("initdb"), err, strings.TrimSpace(out))
	}
	return nil
}

func (c *Cluster) initdbWith(ctx context.Context, p programs, locale ...string) (string, error) {
	dir, err := c.owner.entrance(ctx, c.folder.side())
	if err != nil {
		return "", err
	}
	defer dir.close()

	args := []string{
		"-D", dir.path, "-U", superuser, "--encoding=UTF8", "--auth-local=trust", "--auth-host=reject", "--data-checksums", "--no-instructions",
	}
	args = append(args, locale...)
	if c.options.Throwaway {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, p.path("initdb"), args...)
	c.owner.become(cmd)
	dir.lend(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return out.String(), err
}
