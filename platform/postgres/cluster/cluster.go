// Package cluster runs a private PostgreSQL cluster with the server programs installed on this machine. Processes that name
// the same data folder share one cluster.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	superuser   = "postgres"
	role        = "petcare"
	database    = "petcare"
	maintenance = "postgres"
	socketPort  = "5432"
	undoTime    = 30 * time.Second // for the shutdown after a start that failed
)

// Options say where the cluster lives and how careful it is.
type Options struct {
	// DataDir belongs to the cluster alone; it is made when missing. Any length, any permissions above it.
	DataDir string
	// Log gets a line for each thing worth knowing (made, started, stopped). Nil is silent.
	Log io.Writer
	// Throwaway trades durability for speed, and the last process out removes DataDir.
	Throwaway bool
	// BinDir holds the server programs; empty means the newest that are installed.
	BinDir string
}

// Cluster is this process's share in a running private PostgreSQL.
type Cluster struct {
	options Options
	folder  folder
	owner   owner
	log     io.Writer
	users   *os.File
	socket  string
	child   *child
	stop    sync.Once
	stopErr error
}

// Start joins the cluster of options.DataDir, starting it when nobody has, making it when there is none.
// The database "petcare" exists afterwards. Call Stop when done; the last process to stop shuts the server down.
// Errors: ErrNoPrograms, ErrNoVersion, ErrUnreachable, or what the server or the file system said.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	if options.DataDir == "" {
		return nil, errors.New("start private postgresql: no data folder given")
	}
	log := options.Log
	if log == nil {
		log = io.Discard
	}
	c := &Cluster{options: options, log: log}
	if err := c.enter(ctx); err != nil {
		return nil, fmt.Errorf("start private postgresql in %s: %w", options.DataDir, err)
	}
	return c, nil
}

// enter does all of Start under the start lock, so that of several processes one makes, starts and fills the cluster.
func (c *Cluster) enter(ctx context.Context) error {
	gate, err := c.prepare(ctx)
	if err != nil {
		return err
	}
	defer gate.Close()

	c.users, err = c.folder.share(c.owner)
	if err != nil {
		return err
	}
	if err := c.run(ctx); err != nil {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTime)
		defer cancel()
		return errors.Join(err, c.leave(after))
	}
	return nil
}

func (c *Cluster) run(ctx context.Context) error {
	if err := c.ensureServer(ctx); err != nil {
		return err
	}
	return c.ensureDatabase(ctx)
}

// prepare makes the folder and takes its start lock. Both are repeated when the last user of a throw-away cluster
// removed the folder in between.
func (c *Cluster) prepare(ctx context.Context) (*os.File, error) {
	for {
		if err := c.openFolder(); err != nil {
			return nil, err
		}
		gate, err := c.folder.lock(ctx, c.owner)
		if !errors.Is(err, fs.ErrNotExist) {
			return gate, err
		}
	}
}

func (c *Cluster) openFolder() error {
	f, o, err := openFolder(c.options.DataDir, c.options.Throwaway)
	if err != nil {
		return err
	}
	c.folder, c.owner = f, o
	return nil
}

// URL names a database of the cluster for libpq and pgx, over the Unix socket.
func (c *Cluster) URL(database string) string {
	return c.url(role, database)
}

func (c *Cluster) url(user, database string) string {
	// libpq takes a plus sign for itself, so a space must be %20.
	host := strings.ReplaceAll(url.QueryEscape(c.socket), "+", "%20")
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%s&sslmode=disable", user, url.PathEscape(database), host, socketPort)
}

// MaintenanceURL names the database from which others are created and dropped.
func (c *Cluster) MaintenanceURL() string {
	return c.URL(maintenance)
}

// Revive starts a server again that has died, under the same URLs; it does nothing when the server answers. It must not
// run beside Stop.
func (c *Cluster) Revive(ctx context.Context) error {
	gate, err := c.folder.lock(ctx, c.owner)
	if err != nil {
		return fmt.Errorf("revive private postgresql in %s: %w", c.options.DataDir, err)
	}
	defer gate.Close()
	if err := c.ensureServer(ctx); err != nil {
		return fmt.Errorf("revive private postgresql in %s: %w", c.options.DataDir, err)
	}
	return nil
}

// Stop gives up this process's share; the last one out shuts the server down. Later calls answer as the first did.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stop.Do(func() { c.stopErr = c.exit(ctx) })
	if c.stopErr != nil {
		return fmt.Errorf("stop private postgresql in %s: %w", c.options.DataDir, c.stopErr)
	}
	return nil
}

func (c *Cluster) exit(ctx context.Context) error {
	gate, err := c.folder.lock(ctx, c.owner)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Join(c.users.Close(), c.child.stop(ctx, c.options.Throwaway))
	}
	if err != nil {
		return errors.Join(err, c.users.Close())
	}
	defer gate.Close()
	return c.leave(ctx)
}

// leave needs the start lock: nobody can join between the check for other users and the shutdown.
func (c *Cluster) leave(ctx context.Context) error {
	defer c.users.Close()
	last, err := onlyUser(c.users)
	if err != nil || !last {
		return err
	}
	if err := c.stopServer(ctx); err != nil {
		return err
	}
	return c.clear()
}

// clear removes what a stopped server leaves outside its data, and with a throw-away cluster the data too.
func (c *Cluster) clear() error {
	if err := c.forgetSocket(); err != nil {
		return err
	}
	if !c.options.Throwaway {
		return nil
	}
	if err := os.RemoveAll(c.folder.home); err != nil {
		return fmt.Errorf("remove throw-away cluster: %w", err)
	}
	return nil
}

func (c *Cluster) say(format string, args ...any) {
	fmt.Fprintf(c.log, format+"\n", args...)
}
