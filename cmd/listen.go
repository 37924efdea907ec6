package petcarecmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/kernel/text"
)

type webhooksCmd struct {
	Listen listenCmd `cmd:"" help:"Receive webhooks on this machine, verify and print them: for developers of receivers."`
}

type listenCmd struct {
	Secret    []string `required:"" sep:"none" help:"The webhook's secret; may be repeated during a rotation."`
	On        string   `default:"127.0.0.1:9999" help:"Where to listen (${default}); every path receives." placeholder:"HOST:PORT"`
	ForwardTo string   `help:"Send verified deliveries on to this URL and give its answer back." placeholder:"URL"`
	JSON      bool     `help:"Print whole events, one a line."`
}

// Run receives until a signal.
func (c *listenCmd) Run(ctx context.Context, std streams) error {
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: c.Secret})
	if err != nil {
		return usageError{err}
	}
	if c.ForwardTo != "" && !text.IsURL(c.ForwardTo) {
		return usageError{errors.New("--forward-to is not an http:// or https:// URL")}
	}
	listener, err := net.Listen("tcp", c.On)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", c.On, err)
	}
	server := &http.Server{Handler: c.receiver(verifier, std), ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close() // deliveries that are cut off are retried
	}()
	fmt.Fprintf(std.err, "listening on http://%s\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (c *listenCmd) receiver(v *webhookverify.Verifier, std streams) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 8<<20))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		event, err := v.Verify(r.Header, body)
		if err != nil {
			fmt.Fprintf(std.err, "refused: %v\n", err)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		c.print(std, event, body)
		if c.ForwardTo == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		c.forward(w, r, body, std)
	})
}

func (c *listenCmd) print(std streams, e *webhookverify.Envelope, body []byte) {
	if c.JSON {
		fmt.Fprintf(std.out, "%s\n", body)
		return
	}
	fmt.Fprintf(std.out, "%s  %-28s sequence %d  event %s  %s\n", e.CreatedAt.Format(time.RFC3339), e.Type, e.Sequence, e.ID,
		strings.Join(slices.Sorted(maps.Keys(e.Data.Previous)), ", "))
}

// forward sends a delivery on and gives the answer back.
func (c *listenCmd) forward(w http.ResponseWriter, r *http.Request, body []byte, std streams) {
	response, err := c.post(r, body)
	if err != nil {
		fmt.Fprintf(std.err, "forward: %v\n", err)
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body) // the delivery keeps its beginning
}

// post sends a delivery on unchanged. It follows no redirect, as petcare follows none: the POST would become a GET.
func (c *listenCmd) post(r *http.Request, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, c.ForwardTo, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = r.Header.Clone()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return client.Do(request)
}
