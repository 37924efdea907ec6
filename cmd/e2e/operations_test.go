package e2e

import (
	"regexp"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

var parameter = regexp.MustCompile(`\{[a-zA-Z]+\}`)

// fill returns the path of an operation with the given account and new ids.
func fill(op httpapi.Operation, account uuid.UUID) string {
	return httpapi.Base + parameter.ReplaceAllStringFunc(op.Path, func(name string) string {
		if name == "{accountId}" {
			return account.String()
		}
		return ids.New().String()
	})
}

func bodyOf(op httpapi.Operation) any {
	if op.Method == "POST" || op.Method == "PATCH" || op.Method == "PUT" {
		return "{}"
	}
	return nil
}

var requestIDs = regexp.MustCompile(`"request_id":"[^"]*"`)

func plain(r kit.Response) string { return requestIDs.ReplaceAllString(r.Text, `"request_id":""`) }
