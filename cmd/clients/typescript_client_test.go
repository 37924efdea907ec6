//go:build node

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// tools is where make installs what package.json names, and the client beside it.
const tools = "../../bin/_npm"

var clients = []client{{name: "typescript", prepare: func() error { _, err := compile(); return err }, command: func(scenario string) *exec.Cmd {
	dir, _ := compile()
	return exec.Command("node", filepath.Join(dir, "main.js"), scenario)
}, example: func(name string) *exec.Cmd {
	dir, _ := compile()
	return exec.Command("node", filepath.Join(dir, name+".js"))
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
		return dir, fmt.Errorf("%w: %s", err, text)
	}
	return dir, nil
})

func cleanUp() {
	if dir, _ := compile(); dir != "" {
		_ = os.RemoveAll(dir)
	}
}
