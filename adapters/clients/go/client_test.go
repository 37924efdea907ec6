package petcare_test

import (
	"context"
	"testing"
	"time"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

func TestAURLWithoutAHostIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "petcare.example", "localhost:8080", "127.0.0.1:8080"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		var got error
		for _, err := range petcare.New(url).Follow("a", petcare.FeedParams{}).Events(ctx) {
			got = err
		}
		if got == nil {
			t.Errorf("%q: it goes on", url)
		}
	}
}
