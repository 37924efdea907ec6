//go:build chaos

package chaos

import (
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestMain(m *testing.M) { kit.Main(m) }
