package main

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var clients = []client{{name: "go", prepare: buildScenarios, command: func(scenario string) *exec.Cmd {
	return exec.Command(filepath.Join(scenarios.dir, "scenarios"), scenario)
}}}

// scenarios is the program of the Go client, which is a module of its own: built once, outside.
var scenarios struct {
	once sync.Once
	dir  string
	err  error
	text []byte
}

const goClient = "../../adapters/clients/go"

func buildScenarios(t testing.TB) {
	t.Helper()
	scenarios.once.Do(func() {
		scenarios.dir = workDir
		build := exec.Command("go", "build", "-o", scenarios.dir+"/scenarios", "./internal/scenarios")
		build.Dir = goClient
		scenarios.text, scenarios.err = build.CombinedOutput()
	})
	if scenarios.err != nil {
		t.Fatalf("%v: %s", scenarios.err, scenarios.text)
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
