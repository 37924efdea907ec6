package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
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
	side := c.folder.side()
	if err := os.RemoveAll(side); err != nil {
		return p, err
	}
	if err := os.Mkdir(side, 0o700); err != nil {
		return p, err
	}
	if err := c.owner.give(side); err != nil {
		return p, err
	}
	// This locale sorts text by code point, whatever the machine, and knows the case of all letters.
	out, err := c.initdb(ctx, p, "--locale=C.UTF-8")
	if err != nil && strings.Contains(out, "locale") { // macOS
		out, err = c.initdb(ctx, p, "--locale=C", "--lc-ctype=en_US.UTF-8")
	}
	if err != nil {
		return p, fmt.Errorf("make the data with %s: %w: %s", p.path("initdb"), err, strings.TrimSpace(out))
	}
	if err := os.Rename(side, c.folder.data()); err != nil {
		return p, err
	}
	c.say("made a private PostgreSQL %d cluster in %s", p.major, c.folder.home)
	return p, nil
}

func (c *Cluster) initdb(ctx context.Context, p programs, locale ...string) (string, error) {
	args := append(locale, "-U", superuser, "--encoding=UTF8", "--auth-local=trust", "--auth-host=reject", "--data-checksums",
		"--no-instructions")
	if c.options.Throwaway {
		args = append(args, "--no-sync")
	}
	cmd, lent, err := c.owner.commandOn(ctx, c.folder.side(), p.path("initdb"), args...)
	if err != nil {
		return "", err
	}
	defer lent.Close()
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return string(out), err
}
