package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// net/http writes to the standard log what a receiver sends after its answer. Whoever reads the log as JSON would stumble over it.
func TestWhatAReceiverSendsUnaskedIsALineOfTheLog(t *testing.T) {
	t.Parallel()
	receiver := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { _ = receiver.Close() })
	go func() {
		for {
			conn, err := receiver.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
				time.Sleep(100 * time.Millisecond) // the connection is idle
				_, _ = io.WriteString(conn, strings.Repeat("\n{", 2000))
			}()
		}
	}()
	url := kit.FreshURL(t)
	kit.Run(t, url, "migrate")
	kit.AddAccount(t, url)
	key := kit.AddKey(t, url)
	p := kit.StartInstance(t, url, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_LOG_FORMAT=json")
	s := kit.At(t, p.URL)
	hook := s.Send(key, "POST", "/v1/webhooks", map[string]any{"url": "http://" + receiver.Addr().String(), "event_types": []string{"*"}}).Object(201)
	var stray string
	kit.Eventually(t, "it is logged", time.Minute, func() (ended bool) { // on a busy machine, the connection may not be idle in time
		s.Send(key, "POST", "/v1/webhooks/"+hook["id"].(string)+"/test", nil).Object(202)
		time.Sleep(300 * time.Millisecond)
		_, stray, _ = strings.Cut(p.Log.String(), "Unsolicited")
		stray, _, ended = strings.Cut(stray, "\n")
		return ended
	})
	if len(stray) > 1000 {
		t.Errorf("a receiver writes a line of %d bytes", len(stray))
	}
	for line := range strings.Lines(p.Log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%.200s", line)
		}
	}
}
