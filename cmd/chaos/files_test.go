//go:build chaos

package chaos

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"go.uber.org/fx"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/testkit"
)

// filesHouse is a service, as a process, with a pet that has files.
type filesHouse struct {
	t        *testing.T
	url      string
	settings []string
	key      string
	base     string
	pet      string
}

func newFilesHouse(t *testing.T, settings ...string) *filesHouse {
	h := &filesHouse{t: t, url: kit.FreshURL(t), settings: settings}
	h.base, h.key = "/v1/accounts/"+kit.AddAccount(t, h.url), kit.AddKey(t, h.url)
	p := kit.StartInstance(t, h.url, settings...)
	customer := h.post(p, h.base+"/customers", `{"first_name": "Jo"}`)
	h.pet = h.base + "/pets/" + h.post(p, h.base+"/customers/"+customer+"/pets", `{"name": "Rex", "species": "dog"}`) + "/files"
	h.kill(p)
	return h
}

func (h *filesHouse) send(p *kit.Instance, method, path, body, contentType string) kit.Response {
	return kit.At(h.t, p.URL).Send(h.key, method, path, body, "Content-Type", contentType)
}

func (h *filesHouse) post(p *kit.Instance, path, body string) string {
	return h.send(p, "POST", path, body, "application/json").Object(201)["id"].(string)
}

func (h *filesHouse) kill(p *kit.Instance) {
	_ = p.Process.Kill()
	<-p.Done
}

// sendUntil sends a request, and kills the process when that many bytes of it have been sent, or a moment after the last one.
func (h *filesHouse) sendUntil(p *kit.Instance, request []byte, sent int, moment time.Duration) {
	conn := testkit.Must[net.Conn](h.t)(net.Dial("tcp", strings.TrimPrefix(p.URL, "http://")))
	defer conn.Close()
	_, _ = conn.Write(request[:min(sent, len(request))])
	if sent >= len(request) {
		time.Sleep(moment)
	}
	h.kill(p)
}

func (h *filesHouse) request(method, path, contentType string, body []byte) []byte {
	return append(fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: localhost\r\nX-API-Key: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		method, path, h.key, contentType, len(body)), body...)
}

func photo(t testing.TB, width, height, seed int) []byte {
	m := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	for y := range height {
		for x := range width {
			m.Y[y*m.YStride+x] = byte(x*255/width) ^ byte(random.IntN(48))
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A process that is killed at any byte of an upload or a moment after it, or in a deletion, leaves no file without its bytes, and after a
// sweep no bytes without a file. FILES_KILLS is how often it is killed.
func TestChaosFilesAfterKills(t *testing.T) {
	t.Run("PostgreSQL", func(t *testing.T) {
		h := newFilesHouse(t)
		h.survives(func(s kit.Service) (parts int) {
			err := s.DB.In(t.Context()).Raw("select count(distinct blob_id) from files.chunks").Row().Scan(&parts)
			if err != nil {
				t.Fatal(err)
			}
			return parts
		})
	})
	t.Run("S3", func(t *testing.T) {
		backend := s3mem.New()
		server := httptest.NewServer(gofakes3.New(backend).Server())
		defer server.Close()
		if err := backend.CreateBucket("petcare"); err != nil {
			t.Fatal(err)
		}
		h := newFilesHouse(t, "PETCARE_FILES_S3_ENDPOINT="+strings.TrimPrefix(server.URL, "http://"), "PETCARE_FILES_S3_BUCKET=petcare",
			"PETCARE_FILES_S3_ACCESS_KEY=key", "PETCARE_FILES_S3_SECRET_KEY=secret", "PETCARE_FILES_S3_PLAIN=true")
		h.survives(func(kit.Service) int {
			return len(testkit.Must[*gofakes3.ObjectList](t)(backend.ListBucket("petcare", nil, gofakes3.ListBucketPage{})).Contents)
		})
	})
}

func (h *filesHouse) survives(parts func(kit.Service) int) {
	kills := 100
	if n, err := strconv.Atoi(os.Getenv("FILES_KILLS")); err == nil {
		kills = n
	}
	for n := range kills {
		p := kit.StartInstance(h.t, h.url, h.settings...)
		if n%3 == 2 { // a deletion
			f := h.send(p, "POST", h.pet, string(photo(h.t, 300, 200, n)), "image/jpeg").Object(201)
			request := h.request("DELETE", h.base+"/files/"+f["id"].(string), "", nil)
			h.sendUntil(p, request, len(request), time.Duration(rand.IntN(8))*time.Millisecond)
			continue
		}
		request := h.request("POST", h.pet, "image/jpeg", photo(h.t, 1600, 1200, n))
		sent := len(request)
		if n%2 == 0 {
			sent = rand.IntN(len(request))
		}
		h.sendUntil(p, request, sent, time.Duration(rand.IntN(300))*time.Millisecond)
	}
	set := map[string]string{}
	for _, setting := range h.settings {
		name, value, _ := strings.Cut(strings.TrimPrefix(setting, "PETCARE_"), "=")
		set[name] = value
	}
	later := clock.Clock(func() time.Time { return time.Now().Add(365 * 24 * time.Hour) })
	s := kit.Start(h.t, testkit.Must[config.Config](h.t)(kit.ConfigWith(h.url, set)), io.Discard, fx.Replace(later))
	files, want, cursor := 0, map[string]bool{}, ""
	p := &kit.Instance{URL: s.URL}
	for {
		page := h.send(p, "GET", h.pet+"?limit=200"+cursor, "", "").Object(200)
		for _, v := range page["data"].([]any) {
			f := v.(map[string]any)
			content := h.send(p, "GET", h.base+"/files/"+f["id"].(string)+"/content", "", "")
			sum := sha256.Sum256([]byte(content.Text))
			if content.Status != 200 || hex.EncodeToString(sum[:]) != f["sha256"] {
				h.t.Errorf("file %s: %d, %d bytes with another digest", f["id"], content.Status, len(content.Text))
			}
			files, want[f["sha256"].(string)] = files+1, true
		}
		if page["next_cursor"] == nil {
			break
		}
		cursor = "&cursor=" + page["next_cursor"].(string)
	}
	before := parts(s)
	for _, sweeper := range s.Parts.Sweepers {
		for n := int64(1); sweeper.Module == "files" && n > 0; {
			var err error
			if n, err = sweeper.Sweep(context.Background()); err != nil {
				h.t.Fatal(err)
			}
		}
	}
	if after := parts(s); after != 3*len(want) {
		h.t.Errorf("%d parts are stored after a sweep, want 3 for each of %d files", after, len(want))
	}
	h.t.Logf("%d kills: %d files, %d parts before the sweep, %d after it", kills, files, before, 3*len(want))
}

// Each of 200 photographs of 12 megapixels is answered within 2 seconds alone. Ten at once take little memory, and leave the requests of
// another organization nearly as fast as they were.
func TestChaosUploadsBesideNeighbour(t *testing.T) {
	h := newFilesHouse(t)
	p := kit.StartInstance(t, h.url, h.settings...)
	large := string(photo(t, 4032, 3024, 1))
	median := func(n int, until <-chan struct{}) time.Duration {
		var took []time.Duration
		for len(took) < n {
			began := time.Now()
			h.send(p, "GET", strings.TrimSuffix(h.pet, "/files"), "", "").Object(200)
			took = append(took, time.Since(began))
			select {
			case <-until:
				n = 0
			default:
			}
			time.Sleep(5 * time.Millisecond)
		}
		slices.Sort(took)
		return took[len(took)/2]
	}
	before := kit.Memory(p.Process.Pid)
	var f map[string]any
	alone := make([]time.Duration, 200)
	for i := range alone {
		body := large + strings.Repeat("x", i) // other bytes, of the same picture
		began := time.Now()
		f = h.send(p, "POST", h.pet, body, "image/jpeg").Object(201)
		alone[i] = time.Since(began)
	}
	slices.Sort(alone)
	quiet := median(200, nil)
	preview := time.Now()
	for range 50 {
		h.send(p, "GET", h.base+"/files/"+f["id"].(string)+"/content?size=256", "", "")
	}
	perPreview := time.Since(preview) / 50
	done := make(chan struct{})
	go func() {
		defer close(done)
		answered := make(chan int)
		for i := range 10 {
			body := large + strings.Repeat("y", i+1)
			go func() { answered <- h.send(p, "POST", h.pet, body, "image/jpeg").Status }()
		}
		for range 10 {
			if status := <-answered; status != 201 {
				t.Errorf("an upload is answered with %d", status)
			}
		}
	}()
	busy := median(1<<20, done)
	<-done
	more := kit.PeakMemory(p.Process.Pid) - before
	t.Logf("%d KiB alone in %s, at most %s; median %s, beside uploads %s; a preview %s; %d MiB more", len(large)>>10, alone[100], alone[199],
		quiet, busy, perPreview, more)
	if more > 256 || alone[199] > 2*time.Second || busy > 5*quiet {
		t.Error("that is too much")
	}
}
