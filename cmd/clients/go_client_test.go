//go:build !node

package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

const goClient = "../../adapters/clients/go"

var clients = []client{{name: "go", feeds: []string{"follow"}, prepare: func() error { _, err := build(); return err }, command: func(scenario string) *exec.Cmd {
	dir, _ := build()
	return exec.Command(filepath.Join(dir, "scenarios"), scenario)
}, example: func(name string) *exec.Cmd {
	dir, _ := build()
	return exec.Command(filepath.Join(dir, name))
}}}

// build builds the programs of the Go client, which is a separate Go module.
var build = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "clients"); err != nil {
		return "", err
	}
	for _, args := range [][]string{{"test", "-c", "-o", dir + "/scenarios", "./internal/scenarios"}, {"build", "-o", dir, "./examples/..."}} {
		c := exec.Command("go", args...)
		c.Dir = goClient
		if text, err := c.CombinedOutput(); err != nil {
			return dir, fmt.Errorf("%w: %s", err, text)
		}
	}
	return dir, nil
})

func cleanUp() {
	if dir, _ := build(); dir != "" {
		_ = os.RemoveAll(dir)
	}
}

func TestTheGoClientIsVettedAndItsOwnTestsPass(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"vet", "./..."}, {"test", "./..."}} {
		c := exec.Command("go", args...)
		c.Dir = goClient
		if text, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %v: %v\n%s", args, err, text)
		}
	}
}
