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
	"syscall"
	"time"
)

const (
	superuser      = "postgres"
	role           = "petcare"
	database       = "petcare"
	maintenance    = "postgres"
	socketPort     = "5432"
	cleanupTimeout = 30 * time.Second // for an orderly shutdown after a start that failed, and before a restart
)

// Options configure a cluster.
type Options struct {
	// DataDir is the folder of the cluster, which must not contain anything else. Start creates it if it does not exist. Its path may
	// be of any length, and its parents may have any permissions.
	DataDir string
	// Log receives a line for each step, such as "started". It may be nil.
	Log io.Writer
	// Throwaway trades durability for speed. The last process to stop removes DataDir.
	Throwaway bool
}

// Cluster is the share of this process in a running private PostgreSQL server.
type Cluster struct {
	options Options
	folder  folder
	owner   owner
	users   *os.File
	socket  string
	server  *os.Process // if this process has started it
	stop    sync.Once
	stopErr error
}

// Start joins the cluster in options.DataDir. It starts the server if it is not running, and creates the cluster and the database
// "petcare" if they do not exist. Call Stop when done. It fails with ErrNoPrograms, ErrNoVersion, or an error of the server or the file
// system.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	if options.DataDir == "" {
		return nil, errors.New("start private postgresql: no data folder given")
	}
	c := &Cluster{options: options}
	if err := c.enter(ctx); err != nil {
		return nil, fmt.Errorf("start private postgresql in %s: %w", options.DataDir, err)
	}
	return c, nil
}

// enter does the work of Start under the start lock, so that only one process creates the cluster and starts the server.
func (c *Cluster) enter(ctx context.Context) error {
	lock, err := c.prepare(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()

	if c.users, err = c.folder.share(c.owner); err != nil {
		return err
	}
	major, err := c.ensureServer(ctx)
	if major != 0 {
		c.say("started private PostgreSQL %d in %s", major, c.folder.home)
	}
	if err == nil {
		err = c.ensureDatabase(ctx)
	}
	if err != nil {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
		defer cancel()
		return errors.Join(err, c.leave(after))
	}
	return nil
}

// prepare creates the folder and takes its start lock. It repeats both if the last user of a throw-away cluster has removed the
// folder in between.
func (c *Cluster) prepare(ctx context.Context) (*os.File, error) {
	for {
		var err error
		if c.folder, c.owner, err = openFolder(c.options.DataDir, c.options.Throwaway); err != nil {
			return nil, err
		}
		lock, err := c.folder.lock(ctx, c.owner)
		if !errors.Is(err, fs.ErrNotExist) {
			return lock, err
		}
	}
}

// URL returns the URL of a database for libpq and pgx, over the Unix socket.
func (c *Cluster) URL(database string) string {
	return c.url(role, database)
}

func (c *Cluster) url(user, database string) string {
	// libpq does not decode a plus sign as a space.
	host := strings.ReplaceAll(url.QueryEscape(c.socket), "+", "%20")
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%s&sslmode=disable", user, url.PathEscape(database), host, socketPort)
}

// MaintenanceURL returns the URL of the database to connect to when creating or dropping others.
func (c *Cluster) MaintenanceURL() string {
	return c.URL(maintenance)
}

// Revive restarts a server that has died or opens no new sessions; its URLs stay the same. It does nothing and returns false if the server
// answers. Do not call it concurrently with Stop.
func (c *Cluster) Revive(ctx context.Context) (restarted bool, err error) {
	lock, err := c.folder.lock(ctx, c.owner)
	if err == nil {
		defer lock.Close()
		var major int
		major, err = c.ensureServer(ctx)
		restarted = major != 0
	}
	if err != nil {
		return false, fmt.Errorf("revive private postgresql in %s: %w", c.options.DataDir, err)
	}
	return restarted, nil
}

// Stop gives up the share of this process. The last process to stop shuts the server down. Later calls return the same error.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stop.Do(func() {
		if err := c.exit(ctx); err != nil {
			c.stopErr = fmt.Errorf("stop private postgresql in %s: %w", c.options.DataDir, err)
		}
	})
	return c.stopErr
}

func (c *Cluster) exit(ctx context.Context) error {
	lock, err := c.folder.lock(ctx, c.owner)
	if errors.Is(err, fs.ErrNotExist) && c.server != nil { // the folder was removed, and with it the pid file
		_ = c.server.Signal(syscall.SIGQUIT)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return c.users.Close()
	}
	if err != nil {
		return errors.Join(err, c.users.Close())
	}
	defer lock.Close()
	return c.leave(ctx)
}

// leave requires the start lock, so that nobody can join between the check for other users and the shutdown. It removes what a stopped
// server leaves outside its data folder, and also the data of a throw-away cluster.
func (c *Cluster) leave(ctx context.Context) error {
	defer c.users.Close()
	last, err := tryLock(c.users, syscall.LOCK_EX) // nobody shares it; otherwise this process may have lost its share
	if err != nil || !last {
		return err
	}
	runs := c.folder.postmaster() != 0
	if err := c.stopServer(ctx); err != nil {
		return err
	}
	if runs {
		c.say("stopped private PostgreSQL in %s", c.folder.home)
	}
	if err := c.forgetSocket(); err != nil || !c.options.Throwaway {
		return err
	}
	return os.RemoveAll(c.folder.home)
}

func (c *Cluster) say(format string, args ...any) {
	if c.options.Log != nil {
		fmt.Fprintf(c.options.Log, format+"\n", args...)
	}
}
