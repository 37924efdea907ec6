package modulekit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

func TestTheReasonsOfInternalErrorsAreInTheLog(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	log := zerolog.New(&b)
	for range 2 {
		log.Error().Err(errors.New("no column")).Msg("internal error")
	}
	log.Warn().Err(errors.New("busy")).Msg("unavailable")
	log.Info().Str("level_of", "error").Msg("error")
	log.Error().Interface("panic", "oops").Msg("panic")
	if got := failures(b.String()); !slices.Equal(got, []string{"no column", "panic: oops"}) {
		t.Error(got)
	}
}
