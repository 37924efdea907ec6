package e2e

import (
	"errors"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// With other keys than those that sealed the webhooks' secrets, all deliveries would fail.
func TestStartWithoutTheKeysOfWebhookSecretsIsRefusedOrAccepted(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	kit.AddAccount(t, url)
	key := kit.AddKey(t, url)
	p := kit.StartInstance(t, url)
	made := kit.At(t, p.URL).Send(key, "POST", "/v1/webhooks", map[string]any{"url": "https://example.com/hook", "event_types": []string{"*"}}).Object(201)
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-p.Done

	other := "PETCARE_JWT_KEYS=other:" + strings.Repeat("b3Ro", 11) + "b3I="
	refused := kit.Program(t, url, "serve")
	refused.Env = append(refused.Env, other, "PETCARE_ADDRESS="+kit.FreeAddress(t), "PETCARE_METRICS_ADDRESS=")
	out, err := refused.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 || !strings.Contains(string(out), made["id"].(string)) || !strings.Contains(string(out), "--accept-lost-secrets") {
		t.Errorf("%v: %s", err, out)
	}

	accepted := kit.NewInstance(t, url, other)
	accepted.Args = append(accepted.Args, "--accept-lost-secrets")
	accepted.Begin(t)
	s := kit.At(t, accepted.URL)
	rotated := s.Send(key, "PATCH", "/v1/webhooks/"+made["id"].(string), map[string]any{"rotate_secret": true}).Object(200)
	if rotated["secret"] == nil {
		t.Errorf("%v", rotated)
	}
	if err := accepted.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-accepted.Done:
	case <-time.After(time.Minute):
		t.Fatal("it does not stop")
	}
	kit.StartInstance(t, url, other) // no secret is lost any more
}
