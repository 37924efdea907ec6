package petcarecmd

import (
	"bytes"
	"encoding/json"
	stdlog "log"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"go.uber.org/fx/fxtest"

	"github.com/petcare/petcare/platform/config"
)

// Whoever reads the log as JSON stumbles over lines that a library writes beside it.
func TestWhatOpenTelemetrySaysIsInTheLog(t *testing.T) {
	t.Setenv("OTEL_TRACES_SAMPLER", "traceidratio")
	t.Setenv("OTEL_TRACES_SAMPLER_ARG", "a twentieth")
	t.Setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "soon")
	var log bytes.Buffer
	if _, err := newTraces(fxtest.NewLifecycle(t), config.Config{TracesEndpoint: "http://127.0.0.1:1"}, zerolog.New(&log)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a twentieth", "soon"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("nothing is said of %q: %s", want, &log)
		}
	}
}

// net/http quotes there what a receiver of webhooks sends unasked, however long it is.
func TestTheStandardLogIsInTheLog(t *testing.T) {
	var log bytes.Buffer
	restore := redirectStandardLog(zerolog.New(&log))
	stdlog.Print("Unsolicited response: ", strings.Repeat("\n{\"\xff", 2000))
	restore()
	if n := log.Len(); n > 1000 || !json.Valid(log.Bytes()) || !strings.Contains(log.String(), "Unsolicited") {
		t.Errorf("%d bytes: %.300s", n, &log)
	}
}
