// Command clients generates the operations of the clients from the OpenAPI document for clients on standard input, and the documents
// from which other generators make the types:
//
//	petcare openapi --for-clients | clients -types bin/clients
package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"flag"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var templates embed.FS

func main() {
	out := flag.String("out", "adapters/clients", "where the clients are")
	verifier := flag.String("verifier", "modules/webhooks/webhookverify", "where the verifier of webhooks is")
	types := flag.String("types", "bin/clients", "where the documents for the generators of types go")
	flag.Parse()
	if err := run(os.Stdin, *verifier, *out, *types); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, verifier, out, types string) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	v, err := parse(text)
	if err != nil {
		return err
	}
	operations, err := v.operations()
	if err != nil {
		return err
	}
	events, err := v.events()
	if err != nil {
		return err
	}
	data := map[string]any{"Hash": fmt.Sprintf("%x", sha256.Sum256(text)), "Version": v.Info.Version, "Base": v.Servers[0].URL,
		"Operations": operations, "Events": events}
	ts, err := execute("typescript.tmpl", data)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "typescript/src/operations.ts"), ts, 0o644); err != nil {
		return err
	}
	code, err := execute("go.tmpl", data)
	if err != nil {
		return err
	}
	if code, err = format.Source(code); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "go/operations.go"), code, 0o644); err != nil {
		return err
	}
	if err := copyVerifier(verifier, filepath.Join(out, "go/webhookverify")); err != nil {
		return err
	}
	return writeTypes(text, types)
}

// copyVerifier copies the verifier of webhooks into the Go client, so that it depends on no other module. petcare signs with the same
// code.
func copyVerifier(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text = append([]byte("// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.\n\n"), text...)
		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func execute(name string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(functions).ParseFS(templates, name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, data)
	return text.Bytes(), err
}
