// Package limit is a minimal server for the benchmark's requests. Its performance is the upper limit on this machine.
package limit

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// Two cores run only a few reads at once; more would wait within the database.
	readers = 4
	// Writers wait for the disk, and concurrent ones share a flush.
	writers = 16
	// The live heap is small, so the garbage collector can run less often.
	gcPercent = 400
	stopTime  = 5 * time.Second
)

type server struct {
	read, write *pgxpool.Pool
	accounts    map[string]int64 // by API key
}

// statement is the only work of a request, and how its rows become a response.
type statement struct {
	status int
	rows   *table
	list   bool
	sql    string
	args   []any
}

// Serve serves HTTP at the address from a database of Fill until the context ends.
func Serve(ctx context.Context, address, database string) error {
	debug.SetGCPercent(gcPercent)
	s := server{accounts: map[string]int64{}}
	var err error
	if s.read, err = pool(ctx, database, readers); err != nil {
		return err
	}
	defer s.read.Close()
	if s.write, err = pool(ctx, database, writers); err != nil {
		return err
	}
	defer s.write.Close()
	if err := s.loadKeys(ctx); err != nil {
		return err
	}
	h := &http.Server{Addr: address, Handler: s.routes()}
	context.AfterFunc(ctx, func() {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		_ = h.Shutdown(stopping) // open connections end with the process
	})
	if err := h.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func pool(ctx context.Context, database string, size int32) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(database)
	if err != nil {
		return nil, err
	}
	c.MaxConns = size
	return pgxpool.NewWithConfig(ctx, c)
}

func (s *server) loadKeys(ctx context.Context) error {
	rows, err := s.read.Query(ctx, "select key, account_id from api_keys")
	if err != nil {
		return err
	}
	var key string
	var account int64
	_, err = pgx.ForEachRow(rows, []any{&key, &account}, func() error {
		s.accounts[key] = account
		return nil
	})
	return err
}

// serve checks that the key belongs to the account in the path, and runs the statement of the handler.
func (s *server) serve(handler func(*http.Request, int64) (statement, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		account, known := s.accounts[r.Header.Get("X-API-Key")]
		if !known {
			fail(w, http.StatusUnauthorized)
			return
		}
		if id(r, "account") != account {
			fail(w, http.StatusNotFound)
			return
		}
		todo, err := handler(r, account)
		if err != nil {
			fail(w, http.StatusBadRequest)
			return
		}
		s.run(w, r, todo)
	}
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

func (s *server) run(w http.ResponseWriter, r *http.Request, todo statement) {
	p := s.write
	if r.Method == http.MethodGet {
		p = s.read
	}
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	body, n, err := answer((*buffer)[:0], p, r.Context(), todo)
	*buffer = body
	switch {
	case err != nil:
		fail(w, http.StatusInternalServerError)
		return
	case n == 0 && !todo.list:
		fail(w, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(todo.status)
	_, _ = w.Write(body) // the client may have disconnected
}

func answer(body []byte, p *pgxpool.Pool, ctx context.Context, todo statement) ([]byte, int, error) {
	rows, err := p.Query(ctx, todo.sql, todo.args...)
	if err != nil {
		return body, 0, err
	}
	defer rows.Close()
	if todo.list {
		body = append(body, `{"data":[`...)
	}
	n := 0
	for ; rows.Next(); n++ {
		if n > 0 {
			body = append(body, ',')
		}
		body = todo.rows.append(body, rows.RawValues())
	}
	if todo.list {
		body = append(body, "]}"...)
	}
	return body, n, rows.Err()
}

func fail(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }

// id returns a number in the path. An invalid number becomes one without a row.
func id(r *http.Request, name string) int64 {
	n, _ := strconv.ParseInt(r.PathValue(name), 10, 64)
	return n
}
