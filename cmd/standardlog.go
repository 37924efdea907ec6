package petcarecmd

import (
	stdlog "log"
	"strings"

	"github.com/rs/zerolog"
)

// standardLog logs what libraries write to the standard log, which would stand between the lines of JSON. net/http quotes there what a
// receiver of webhooks sends after its answer, so a line is cut.
type standardLog struct{ log zerolog.Logger }

const maxStandardLine = 300

// Write implements io.Writer.
func (s standardLog) Write(p []byte) (int, error) {
	text := strings.ToValidUTF8(strings.TrimSpace(string(p[:min(len(p), maxStandardLine)])), "")
	s.log.Warn().Msg(text)
	return len(p), nil
}

// redirectStandardLog makes the standard log a part of log until restore is called.
func redirectStandardLog(log zerolog.Logger) (restore func()) {
	to, flags := stdlog.Writer(), stdlog.Flags()
	stdlog.SetOutput(standardLog{log})
	stdlog.SetFlags(0)
	return func() {
		stdlog.SetOutput(to)
		stdlog.SetFlags(flags)
	}
}
