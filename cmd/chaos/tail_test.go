//go:build chaos

package chaos

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// "events tail" continues at its position after an outage of the database.
func TestChaosTailGoesOnAfterTheDatabaseWasAway(t *testing.T) {
	t.Parallel()
	d := kit.NewDatabase(t)
	f := newFeedDesk(t, d.URL())
	service := kit.StartInstance(t, d.URL())
	c := kit.Program(t, d.URL(), "events", "tail", "--account", "main", "--from", "oldest")
	out := testkit.Must[io.ReadCloser](t)(c.StdoutPipe())
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for _, name := range []string{"One", "Two", "Three"} {
		kit.Eventually(t, "the service writes", 20*time.Second, func() bool {
			return kit.At(t, service.URL).Send(f.key, "POST", f.base+"/customers", map[string]any{"first_name": name}).Status == 201
		})
		if !lines.Scan() || !strings.Contains(lines.Text(), `"first_name":"`+name+`"`) {
			t.Fatalf("%s does not come: %s %v", name, lines.Text(), lines.Err())
		}
		d.Kill()
		d.Start()
	}
}
