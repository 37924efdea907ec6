package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/bench/internal/load"
	"github.com/petcare/petcare/platform/postgres/cluster"
)

const (
	readyTime = 30 * time.Second
	endTime   = 30 * time.Second
	superuser = "postgres" // the private cluster trusts connections on its socket
)

// side is one of the two compared servers with its own durable PostgreSQL, and how it names the records.
type side struct {
	name     string
	folder   string
	cluster  *cluster.Cluster
	database string // URL
	postgres int    // process id of the database server
	server   *exec.Cmd
	address  string
	key      string
	account  string
	start    time.Duration // from the start of the program to its first response

	customers, pets, orders []string // ids; the record with the number n is at n-1
	vaccines                map[string]string
	pages                   pages
}

// pages returns the end of a list's query for a page, from 1.
type pages struct{ customers, pets, feed func(n int) string }

// openSide starts the database.
func openSide(ctx context.Context, folder, name string) (*side, error) {
	s := &side{name: name, folder: filepath.Join(folder, name)}
	var err error
	if s.cluster, err = cluster.Start(ctx, cluster.Options{DataDir: filepath.Join(s.folder, "postgres")}); err != nil {
		return nil, err
	}
	s.database = s.cluster.URL("petcare")
	return s, s.asSuperuser(ctx, func(conn *pgx.Conn) error {
		// Otherwise checkpoints would affect one side or the other.
		for _, set := range []string{"checkpoint_timeout = '1h'", "max_wal_size = '8GB'"} {
			if _, err := conn.Exec(ctx, "alter system set "+set); err != nil {
				return err
			}
		}
		var backend int
		err := conn.QueryRow(ctx, "select pg_backend_pid() from pg_reload_conf()").Scan(&backend)
		s.postgres = parent(backend)
		return err
	})
}

func (s *side) asSuperuser(ctx context.Context, do func(*pgx.Conn) error) error {
	c, err := pgx.ParseConfig(s.database)
	if err != nil {
		return err
	}
	c.User = superuser
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return do(conn)
}

// settle brings the tables into the state of a database that has been running for some time.
func (s *side) settle(ctx context.Context) error {
	return s.asSuperuser(ctx, func(conn *pgx.Conn) error {
		for _, statement := range []string{"vacuum analyze", "checkpoint"} {
			if _, err := conn.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// serve starts the server. Once it is ready, the path ready returns 200.
func (s *side) serve(ctx context.Context, ready string, environment []string, program string, args ...string) error {
	log, err := os.Create(filepath.Join(s.folder, "server.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.server = exec.Command(program, args...)
	s.server.Env, s.server.Stdout, s.server.Stderr = environment, log, log
	began := time.Now()
	if err := s.server.Start(); err != nil {
		return err
	}
	for {
		if s.answers(ctx, ready) {
			s.start = time.Since(began)
			return nil
		}
		if time.Since(began) > readyTime || ctx.Err() != nil {
			said, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%s does not answer: %.2000s", s.name, said)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (s *side) answers(ctx context.Context, path string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		return false
	}
	request.Header.Set("X-API-Key", s.key)
	request.Close = true
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// close stops everything that was started. It must be called once, also after errors.
func (s *side) close() error {
	var ended error
	if s.server != nil && s.server.Process != nil {
		ended = stop(s.server)
	}
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	return errors.Join(ended, s.cluster.Stop(ctx))
}

func stop(server *exec.Cmd) error {
	if err := server.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	kill := time.AfterFunc(endTime, func() { _ = server.Process.Kill() })
	defer kill.Stop()
	return server.Wait()
}

// freeAddress returns a loopback address that is not in use.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// request returns a request for something in the account.
func (s *side) request(method, path, body string) load.Request {
	return load.NewRequest(s.address, s.key, method, "/v1/accounts/"+s.account+path, body)
}

// listed is a record of a list.
type listed struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Number     string `json:"number"`
	ExternalID string `json:"external_id"`
}

// listPage is a page of a list.
type listPage struct {
	Data []listed `json:"data"`
	Next *string  `json:"next_cursor"`
}

// walk reads a list to its end.
func (s *side) walk(path string, use func(listed)) error {
	return s.walkBy("cursor", path, func(p listPage) bool {
		for _, r := range p.Data {
			use(r)
		}
		return true
	})
}

// walkBy reads a list page by page until use returns false or the list ends.
func (s *side) walkBy(parameter, path string, use func(listPage) (goOn bool)) error {
	c, err := load.Dial(s.address, time.Minute)
	if err != nil {
		return err
	}
	defer c.Close()
	for next := path; ; {
		status, body, err := c.Do(s.request(http.MethodGet, next, ""), 0)
		if err != nil {
			return err
		}
		var page listPage
		if err := json.Unmarshal(body, &page); err != nil || status != http.StatusOK {
			return fmt.Errorf("GET %s: status %d, %w: %.300s", next, status, err, body)
		}
		if !use(page) || page.Next == nil {
			return nil
		}
		join := "?"
		if strings.Contains(path, "?") {
			join = "&"
		}
		next = path + join + parameter + "=" + url.QueryEscape(*page.Next)
	}
}
