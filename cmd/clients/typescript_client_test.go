//go:build node

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// tools is where make installs what package.json names, and the client beside it.
const tools = "../../bin/_npm"

var clients = []client{{name: "typescript", prepare: func(t testing.TB) { _ = compiled(t) }, command: func(scenario string) *exec.Cmd {
	dir, _ := compile()
	return exec.Command("node", filepath.Join(dir, "main.js"), scenario)
}, example: func(t testing.TB, name string) *exec.Cmd {
	return exec.Command("node", filepath.Join(compiled(t), name+".js"))
}}}

const options = `{"compilerOptions": {"target": "ES2022", "module": "NodeNext", "strict": true, "exactOptionalPropertyTypes": true,
	"noUncheckedIndexedAccess": true, "types": ["node"]}}`

// compile compiles the tests and examples against the committed client, beside the tools so that imports are found.
var compile = sync.OnceValues(func() (dir string, err error) {
	home, err := filepath.Abs(tools)
	if err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(home, "tests"); err != nil {
		return "", err
	}
	for _, pattern := range []string{"test/*.ts", "examples/*.ts"} {
		files, err := filepath.Glob("../../adapters/clients/typescript/" + pattern)
		if err != nil {
			return "", err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600); err != nil {
				return "", err
			}
		}
	}
	for name, text := range map[string]string{"tsconfig.json": options, "package.json": `{"type": "module"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	text, err := exec.Command("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "-p", dir).CombinedOutput()
	if err != nil {
		return dir, &exec.Error{Name: "tsc", Err: compileError(text)}
	}
	return dir, nil
})

type compileError string

func (e compileError) Error() string { return string(e) }

func compiled(t testing.TB) string {
	t.Helper()
	dir, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func cleanUp() {
	if dir, _ := compile(); dir != "" {
		_ = os.RemoveAll(dir)
	}
}
