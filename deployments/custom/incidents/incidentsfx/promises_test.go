package incidentsfx_test

import (
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/modulekit"

	"example.com/custom/incidents/incidentsfx"
)

func TestIncidentsKeepThePromises(t *testing.T) {
	modulekit.Check(t, incidentsfx.Module, modulekit.Options{
		Bodies: map[string]func(*modulekit.Site) map[string]any{
			"createIncident": func(s *modulekit.Site) map[string]any {
				return map[string]any{"pet_id": s.Pet(), "kind": "bite", "occurred_on": time.Now().Format(time.DateOnly), "description": "Snapped at the gate."}
			},
			"updateIncident": func(*modulekit.Site) map[string]any {
				return map[string]any{"status": "closed", "action_taken": "Owner called."}
			},
		},
	})
}
