package petcarecmd

import (
	"bytes"
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
