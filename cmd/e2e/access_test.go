package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/ids"
)

var parameter = regexp.MustCompile(`\{[a-zA-Z]+\}`)

// fill makes a path of an operation: the account as given, every other id one that was never used.
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

// Every operation, those of later modules too, refuses whoever may not use it. What tells accounts apart is the same
// bytes as for an account that was never made.
func TestEveryOperationRefusesStrangers(t *testing.T) {
	t.Parallel()
	s := kit.Shared(t)
	mine, theirs := s.Tenant(), s.Tenant()
	mine.AddAccount("other", "Europe/London", "GBP", "GB")
	limited := mine.NewKeyFor([]string{"other"}, "*")
	_, owner := mine.Login()
	_, stranger := theirs.Login()
	for _, op := range s.API.Operations() {
		if op.Access.Public {
			continue
		}
		t.Run(op.ID, func(t *testing.T) {
			s := s
			s.T = t
			here := fill(op, mine.Account.ID)
			ask := func(key, path string) kit.Response { return s.Send(key, op.Method, path, bodyOf(op)) }

			ask("", here).Problem(401, "unauthenticated")
			ask("pck_000000000000000000000000000000000000", here).Problem(401, "unauthenticated")
			ask("not.a.token", here).Problem(401, "unauthenticated")
			s.Send(mine.Key, op.Method, here, bodyOf(op), "Authorization", "Bearer "+owner).Problem(400, "ambiguous_credentials")

			inAccount := strings.Contains(op.Path, "{accountId}")
			if inAccount {
				never := plain(ask(mine.Key, fill(op, ids.New())))
				for who, key := range map[string]string{"key of another organization": theirs.Key, "key for another account": limited, "customer of another account": stranger} {
					if got := plain(ask(key, here)); got != never || !strings.Contains(got, `"not_found"`) {
						t.Errorf("%s: %s, for an account that was never made: %s", who, got, never)
					}
				}
			}
			if op.Access.Keys && len(op.Access.Abilities) > 0 {
				lacks := mine.NewKey(abilityBeside(s, op.Access.Abilities))
				if got := ask(lacks, here).Object(403); got["code"] != "ability_missing" || !strings.Contains(got["detail"].(string), op.Access.Abilities[0]) {
					t.Errorf("without the ability: %v", got)
				}
			}
			if !op.Access.Keys {
				ask(mine.Key, here).Problem(403, "forbidden")
			}
			if op.Access.Customers == "" {
				ask(owner, here).Problem(403, "forbidden")
			} else if strings.Contains(op.Path, "{customerId}") {
				ask(owner, here).Problem(404, "not_found")
			}
			holders := map[string]string{"right key": mine.Key, "owner": owner}
			if op.ID == "logout" {
				delete(holders, "owner") // it would end the session that the other operations are asked with
			}
			for who, key := range holders {
				if got := ask(key, here); got.Status >= 500 {
					t.Errorf("%s: %d %s", who, got.Status, got.Text)
				}
			}
		})
	}
}

var requestIDs = regexp.MustCompile(`"request_id":"[^"]*"`)

func plain(r kit.Response) string { return requestIDs.ReplaceAllString(r.Text, `"request_id":""`) }

// abilityBeside is an ability that is none of those given.
func abilityBeside(s kit.Service, given []string) string {
	for _, m := range s.Parts.Abilities {
		for _, a := range m.Names {
			if !slices.Contains(given, a) {
				return a
			}
		}
	}
	s.T.Fatal("there is no other ability")
	return ""
}
