package imports

import (
	"fmt"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// The errors of this module.
var (
	ErrRunning    = apperr.NewConflict("conflict", "a check of this import runs, or it is being applied: wait, or stop it with DELETE")
	ErrNotChecked = apperr.NewConflict("conflict", "only an import that was checked can be applied: check it first")
	ErrEnded      = apperr.NewConflict("conflict", "this import has ended: upload the file again")
	ErrApplying   = apperr.NewConflict("conflict", "another import is being applied to the account: wait until it has ended")
	ErrTooMany    = apperr.NewConflict("conflict", fmt.Sprintf("the account has %d imports: forget some with DELETE", maxKept))
	ErrNoTable    = apperr.NewConflict("conflict", "JSON Lines have no map: each line says what it is")
	ErrChanged    = apperr.NewConflict("changed_since", "records of the account have changed since the check: check the import again")
)

// maxKept is how many imports an account has at most. Each holds a file.
const maxKept = 100

func errFaulty(n int) error {
	return apperr.NewConflict("conflict", fmt.Sprintf("the check has found %d faults: nothing is imported before they are mended", n))
}
