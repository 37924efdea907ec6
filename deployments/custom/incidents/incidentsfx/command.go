package incidentsfx

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/google/uuid"

	"example.com/custom/incidents"
)

type countFlags struct {
	Account uuid.UUID `arg:"" help:"Id of the account."`
	JSON    bool      `help:"Print JSON."`
}

func count(ctx context.Context, flags countFlags, s *incidents.Service, out io.Writer) error {
	open, err := s.OpenByKind(ctx, flags.Account)
	if err != nil {
		return err
	}
	if flags.JSON {
		return json.NewEncoder(out).Encode(open)
	}
	for _, kind := range []incidents.Kind{incidents.Bite, incidents.Injury, incidents.Escape} {
		fmt.Fprintf(out, "%-8s %d\n", kind, open[kind])
	}
	return nil
}
