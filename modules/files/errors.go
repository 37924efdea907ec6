package files

import (
	"fmt"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// ErrBytesGone is the error of a file whose bytes have been removed, such as one that is restored after its events have expired.
var ErrBytesGone = apperr.NewConflict("conflict", "the bytes of this file are not kept any more")

// accountFull is the error of an upload beyond the limit of an account.
func accountFull(limit int64) error {
	return apperr.NewConflict("storage_full", fmt.Sprintf("the files of an account have at most %d MiB: delete some", limit>>20))
}

// unsupported is the error of bytes that are not of a type that is kept.
func unsupported(detail string) error {
	return &apperr.Error{Kind: apperr.Unsupported, Code: "unsupported_media_type", Detail: detail}
}

// badBody is the error of a body that is of its type but cannot be kept.
func badBody(code, message string) error { return apperr.NewInvalid("", code, message) }
