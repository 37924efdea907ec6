package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/rs/zerolog"
	"golang.org/x/sync/singleflight"
)

// Server serves the API.
type Server struct {
	http     *http.Server
	ready    func(ctx context.Context) error
	drain    time.Duration
	inFlight *inFlight
	down     atomic.Bool
	probes   singleflight.Group
}

// Paths of the health checks, which are not below Base.
const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// drainTime is how long a stopping server still accepts requests, so that load balancers notice that it is no longer ready.
const drainTime = time.Second

// NewServer completes the API with health checks and mounts. ready returns an error if requests cannot be served: the database is not
// reachable, or not migrated.
func NewServer(a *API, ready func(ctx context.Context) error, mounts ...Mount) (*Server, error) {
	s := &Server{ready: ready, drain: drainTime, inFlight: a.inFlight}
	a.engine.GET(healthPath, func(g *gin.Context) { g.JSON(http.StatusOK, gin.H{"status": "ok"}) })
	a.engine.GET(readyPath, s.readyz)
	if a.options.Home != "" {
		a.engine.GET("/", func(g *gin.Context) { g.Redirect(http.StatusSeeOther, a.options.Home) })
	}
	for _, m := range mounts {
		for _, path := range m.Paths {
			a.mount(path, m)
		}
	}
	handler, err := a.Handler()
	if err != nil {
		return nil, err
	}
	s.http = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      a.options.Timeout + 15*time.Second, // for the answer after the longest request
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    8 * maxHeader, // begin responds with a problem beyond maxHeader; net/http closes the connection beyond this
		ErrorLog:          log.New(a.options.Log.With().Str(zerolog.LevelFieldName, "warn").Logger(), "", 0),
	}
	return s, nil
}

// Mount is a handler beside the operations, such as the documentation page.
type Mount struct {
	Methods []string // none: GET and HEAD
	Paths   []string
	Handler http.Handler
}

func (a *API) mount(path string, m Mount) {
	methods := m.Methods
	if len(methods) == 0 {
		methods = []string{http.MethodGet}
	}
	for _, method := range methods {
		a.engine.Handle(method, path, gin.WrapH(m.Handler))
	}
}

// Handler returns the handler of the API, with compression and HEAD.
func (a *API) Handler() (http.Handler, error) {
	a.prepare()
	a.methods = map[string][]string{} // not in prepare, which also runs beside requests
	for _, route := range a.engine.Routes() {
		a.methods[route.Path] = append(a.methods[route.Path], route.Method)
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1400), gzhttp.CompressionLevel(1))
	if err != nil {
		return nil, err
	}
	handler := http.Handler(compress(head(a.engine)))
	if a.options.Wrap != nil {
		handler = a.options.Wrap(handler)
	}
	return handler, nil
}

// Starting answers until there is a Server: the program is alive, and not ready.
func Starting() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == healthPath {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = io.WriteString(w, `{"status":"ok"}`) // the client may have disconnected
			return
		}
		w.Header().Set("Retry-After", "1")
		problem(http.StatusServiceUnavailable, "unavailable", "the service is starting, or waits for its database").write(w, ids.New().String())
	})
}

// headOnly is the key of a context whose request is a HEAD.
type headOnly struct{}

// head answers HEAD like GET; net/http omits the body.
func head(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), headOnly{}, true)) // a copy, because net/http must still see HEAD
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) readyz(g *gin.Context) {
	if s.down.Load() {
		unready(g, "the service is shutting down")
		return
	}
	// No credential is needed and no limit applies, so all who ask at the same time share one look at the database.
	_, err, _ := s.probes.Do("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(g.Request.Context()), 3*time.Second)
		defer cancel()
		return nil, s.ready(ctx)
	})
	if err != nil {
		unready(g, "the database is not ready")
		return
	}
	g.JSON(http.StatusOK, gin.H{"status": "ready"})
}

func unready(g *gin.Context, why string) {
	g.Header("Retry-After", "1")
	WriteProblem(g.Writer, g.Request, problem(http.StatusServiceUnavailable, "unavailable", why))
}

// Start serves on listener. failed is called if serving ends before Stop.
func (s *Server) Start(listener net.Listener, failed func(error)) {
	go func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed(err)
		}
	}()
}

// lastMoment is for the requests that are cut off at the end of the time to stop.
const lastMoment = time.Second

// Stop makes the server not ready, accepts requests for a moment longer, and waits for running requests. Shortly before ctx ends, it cuts
// off those that are left.
func (s *Server) Stop(ctx context.Context) error {
	s.down.Store(true)
	s.inFlight.leaving.Store(true)
	s.inFlight.stopped.send()
	patience, cancel := ctx, context.CancelFunc(func() {})
	if end, ok := ctx.Deadline(); ok {
		patience, cancel = context.WithDeadline(ctx, end.Add(-min(lastMoment, time.Until(end)/4)))
	}
	defer cancel()
	clock.Sleep(patience, s.drain)
	s.inFlight.close(patience)
	if s.http.Shutdown(patience) == nil {
		return nil
	}
	_ = s.http.Close() // whoever does not read an answer has had the time for it; a request that runs is cancelled
	s.inFlight.close(ctx)
	if n := s.inFlight.running.Load(); n > 0 {
		return fmt.Errorf("%d requests did not end", n)
	}
	return nil
}
