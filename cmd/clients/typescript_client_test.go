//go:build node

package clients

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/testkit"
)

// tools is where make installs the packages of package.json, beside the client.
const tools = "../../bin/_npm"

var clients = []client{{name: "typescript", feeds: []string{"follow", "stream"}, prepare: func() error {
	_, err := compile()
	return err
}, command: func(scenario string) *exec.Cmd {
	dir, _ := compile()
	return exec.Command("node", filepath.Join(dir, "main.js"), scenario)
}, example: func(name string) *exec.Cmd {
	dir, _ := compile()
	return exec.Command("node", filepath.Join(dir, name+".js"))
}}}

const options = `{"compilerOptions": {"target": "ES2022", "module": "NodeNext", "strict": true, "exactOptionalPropertyTypes": true,
	"noUncheckedIndexedAccess": true, "types": ["node"]}}`

// compile compiles the tests and examples with the committed client. It does so beside the tools, so that imports resolve.
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

// Deliveries signed by petcare are accepted and rejected for the same reasons as by petcare's own verifier.
func TestSignaturesAreVerifiedAsPetcareSigns(t *testing.T) {
	t.Parallel()
	const body = `{"id": "1", "type": "pet.updated", "data": {"object": {"name": "Zo\u00eb"}, "previous": null}}`
	const standard, own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a secret that is long enough"
	now := time.Unix(1_800_000_000, 0)
	service := func(secret string, at time.Time) map[string]string {
		return map[string]string{"x-service-timestamp": fmt.Sprint(at.Unix()),
			"x-service-signature": webhookverify.Sign(secret, at, []byte(body))}
	}
	hook := func(secret string, at time.Time) map[string]string {
		return map[string]string{"webhook-id": "1", "webhook-timestamp": fmt.Sprint(at.Unix()),
			"webhook-signature": "v1,bm90aGluZw== " + webhookverify.SignStandard(secret, "1", at, []byte(body))}
	}
	with := func(headers map[string]string, name, value string) map[string]string {
		headers[name] = value
		return headers
	}
	type delivery struct {
		Name    string            `json:"name"`
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
		Secrets []string          `json:"secrets"`
		Now     int64             `json:"now"`
		Want    string            `json:"want"`
	}
	zeros := "sha256=" + strings.Repeat("0", 64)
	var cases []delivery
	add := func(name string, headers map[string]string, body, want string) {
		cases = append(cases, delivery{name, headers, body, []string{standard, own}, now.UnixMilli(), want})
	}
	for name, secret := range map[string]string{"made": standard, "chosen": own} {
		add(name+", own headers", service(secret, now), body, "pet.updated")
		add(name+", standard headers", hook(secret, now), body, "pet.updated")
		old := webhookverify.Sign(secret, now, []byte(body))
		add(name+", during rotation", with(service("new", now), "x-service-signature-previous", old), body, "pet.updated")
		both := hook(secret, now)
		maps.Copy(both, with(service(secret, now), "x-service-signature", zeros))
		add(name+", one of two families", both, body, "pet.updated")
	}
	add("five minutes old", service(own, now.Add(-5*time.Minute)), body, "pet.updated")
	add("older", service(own, now.Add(-301*time.Second)), body, "stale_timestamp")
	add("ahead", hook(own, now.Add(301*time.Second)), body, "stale_timestamp")
	add("other secret", service("other", now), body, "wrong_signature")
	add("other body", service(own, now), body+" ", "wrong_signature")
	add("short", with(service(own, now), "x-service-signature", "sha256=00"), body, "wrong_signature")
	add("no headers", map[string]string{}, body, "missing_header")
	add("no time", with(service(own, now), "x-service-timestamp", ""), body, "missing_header")
	add("no id", with(hook(own, now), "webhook-id", ""), body, "missing_header")
	add("a date", with(service(own, now), "x-service-timestamp", "2026-03-01"), body, "malformed_header")
	cases = append(cases, delivery{"not an event", map[string]string{"x-service-timestamp": fmt.Sprint(now.Unix()),
		"x-service-signature": webhookverify.Sign(own, now, []byte("[]"))}, "[]", []string{own}, now.UnixMilli(), "malformed_body"})
	text := testkit.Must[[]byte](t)(json.Marshal(cases))
	file := filepath.Join(t.TempDir(), "cases.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := clients[0]
	if err := c.prepare(); err != nil {
		t.Fatal(err)
	}
	out, err := c.program("signatures", "http://unused", business{}, "PETCARE_CASES="+file).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != fmt.Sprint(len(cases)) {
		t.Errorf("%v: %s", err, out)
	}
}

func TestStrangeAnswersAreErrorsAtOnce(t *testing.T) {
	t.Parallel()
	c := clients[0]
	if err := c.prepare(); err != nil {
		t.Fatal(err)
	}
	c.run(t, "strange", "http://unused", business{})
}

func TestThePublishedPackageHasWhatRunsAndNothingElse(t *testing.T) {
	t.Parallel()
	command := exec.Command("npm", "pack", "--dry-run", "--json", "--offline")
	command.Dir = "../../adapters/clients/typescript"
	text := testkit.Must[[]byte](t)(command.Output())
	var packed []struct{ Files []struct{ Path string } }
	if err := json.Unmarshal(text, &packed); err != nil || len(packed) != 1 || len(packed[0].Files) < 10 {
		t.Fatalf("%v: %s", err, text)
	}
	for _, f := range packed[0].Files {
		if f.Path != "package.json" && !strings.HasPrefix(f.Path, "dist/") {
			t.Errorf("the package has %s", f.Path)
		}
	}
	text = testkit.Must[[]byte](t)(os.ReadFile("../../adapters/clients/typescript/package.json"))
	var manifest map[string]any
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"name", "version", "description", "license", "repository", "files", "types", "exports"} {
		if manifest[key] == nil {
			t.Errorf("package.json lacks %s", key)
		}
	}
}
