package e2e

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// With other keys than those that sealed the webhooks' secrets, all deliveries would fail.
func TestStartWithoutTheKeysOfWebhookSecretsIsRefusedOrAccepted(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	made := p.ask("POST", "/v1/webhooks", map[string]any{"url": "https://example.com/hook", "event_types": []string{"*"}}).Object(201)
	p.stop()

	other := "PETCARE_JWT_KEYS=other:" + strings.Repeat("b3Ro", 11) + "b3I="
	refused := kit.Program(t, p.url, "serve")
	refused.Env = append(refused.Env, other, "PETCARE_ADDRESS="+kit.FreeAddress(t), "PETCARE_METRICS_ADDRESS=")
	out, err := refused.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 || !strings.Contains(string(out), made["id"].(string)) || !strings.Contains(string(out), "--accept-lost-secrets") {
		t.Errorf("%v: %s", err, out)
	}

	p.Instance = kit.NewInstance(t, p.url, other)
	p.Args = append(p.Args, "--accept-lost-secrets")
	p.Begin(t)
	p.Service = kit.At(t, p.Instance.URL)
	rotated := p.ask("PATCH", "/v1/webhooks/"+made["id"].(string), map[string]any{"rotate_secret": true}).Object(200)
	if rotated["secret"] == nil {
		t.Errorf("%v", rotated)
	}
	p.stop()
	kit.StartInstance(t, p.url, other) // no secret is lost any more
}
