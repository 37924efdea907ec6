package modulekit

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/ids"
)

// checkAccess calls an operation with every kind of credential.
func (c *checker) checkAccess(op *operation, mine, theirs visitor) {
	if op.Access.Public {
		return
	}
	here := op.nowhere(mine.Account.ID.String())
	ask := func(key, path string) answer { return mine.ask(key, op.Method, path, op.empty()) }
	want := func(who string, a answer, status int, code string) {
		if a.Status != status || a.code() != code {
			c.fault(Access, op.ID, "%s gets %s, not %d %s", who, a, status, code)
		}
	}
	want("nobody", ask("", here), 401, "unauthenticated")
	want("an unknown key", ask("pck_000000000000000000000000000000000000", here), 401, "unauthenticated")
	want("a broken token", ask("not.a.token", here), 401, "unauthenticated")
	two := mine.ask(mine.Key, op.Method, here, op.empty(), "Authorization", "Bearer "+mine.token)
	want("who sends two credentials", two, 400, "ambiguous_credentials")
	if op.inAccount() {
		never := plain(ask(mine.Key, op.nowhere(ids.New().String())))
		for who, key := range map[string]string{
			"a key of another organization": theirs.Key, "a key for another account": mine.limited, "a customer of another account": theirs.token,
		} {
			if got := ask(key, here); plain(got) != never || got.code() != "not_found" {
				c.fault(Access, op.ID, "%s gets %s, but for an account that never was: %s", who, got, never)
			}
		}
	}
	c.checkAbilities(op, mine, here)
	if op.Access.Customers == "" {
		want("a customer", ask(mine.token, here), 403, "forbidden")
	} else if strings.Contains(op.Path, "{customerId}") {
		want("another customer", ask(mine.token, here), 404, "not_found")
	}
	right := ask(mine.Key, here)
	if right.Status >= 500 {
		c.fault(Access, op.ID, "the right key gets %s", right)
	}
	if op.Access.Keys && op.Method != "POST" {
		other := mine.ask("", op.Method, here, op.empty(), "Authorization", "ApiKey "+mine.Key)
		if other.Status != right.Status {
			c.fault(Access, op.ID, "a key gets %s as X-API-Key and %s as Authorization", right, other)
		}
	}
	if op.Method == "POST" && !op.inAccount() {
		return // it may end the session that the other calls use
	}
	if got := ask(mine.token, here); got.Status >= 500 {
		c.fault(Access, op.ID, "a customer gets %s", got)
	}
}

// checkAbilities calls with all abilities except one, for each required ability, and with only the required ones.
func (c *checker) checkAbilities(op *operation, mine visitor, here string) {
	ask := func(key string) answer { return mine.ask(key, op.Method, here, op.empty()) }
	switch {
	case !op.Access.Keys:
		if got := ask(mine.Key); got.Status != 403 || got.code() != "forbidden" {
			c.fault(Access, op.ID, "a key gets %s, though the operation is for customers", got)
		}
		return
	case len(op.Access.Abilities) == 0:
		if op.inAccount() {
			c.fault(Access, op.ID, "needs no ability: every key of the organization may use it")
		}
		return
	}
	known := c.abilities()
	needed := append(slices.Clone(op.Access.Abilities), op.Access.Also...)
	for _, a := range needed {
		if !slices.Contains(known, a) {
			c.fault(Abilities, op.ID, "needs the ability %s, which no module brings", a)
			return
		}
	}
	isRead := func(ability string) bool { return strings.HasSuffix(ability, ":read") }
	writes := op.Method != "GET" && !op.ReadOnly
	isOpen := slices.ContainsFunc(op.Access.Abilities, isRead) && (len(op.Access.Also) == 0 || slices.ContainsFunc(op.Access.Also, isRead))
	if writes && isOpen {
		c.fault(Abilities, op.ID, "writes, but a key that may only read (%s) may use it: ask for an ability to write", strings.Join(needed, ", "))
	}
	others := slices.DeleteFunc(slices.Clone(known), func(a string) bool { return slices.Contains(op.Access.Abilities, a) })
	if got := ask(mine.NewKey(others...)); got.code() != "ability_missing" || !strings.Contains(got.Text, op.Access.Abilities[0]) {
		c.fault(Access, op.ID, "a key with every other ability gets %s, not 403 ability_missing", got)
	}
	for _, beside := range op.Access.Also {
		others := slices.DeleteFunc(slices.Clone(known), func(a string) bool { return a == beside })
		if got := ask(mine.NewKey(others...)); got.code() != "ability_missing" || !strings.Contains(got.Text, beside) {
			c.fault(Access, op.ID, "a key with every ability but %s gets %s, not 403 ability_missing", beside, got)
		}
	}
	for _, one := range op.Access.Abilities {
		if got := ask(mine.NewKey(append([]string{one}, op.Access.Also...)...)); got.code() == "ability_missing" {
			c.fault(Access, op.ID, "a key with %s gets %s", one, got)
		}
	}
}

func (c *checker) abilities() (all []string) {
	for _, m := range c.service.Parts.Abilities {
		all = append(all, m.Names...)
	}
	return all
}

// checkEventTypes finds types that only keys with * can read, because their ability does not exist.
func (c *checker) checkEventTypes(*testing.T) {
	known := c.abilities()
	for _, m := range c.service.Parts.EventTypes {
		for _, t := range m.Types {
			if m.Module == c.module && t.Ability != "" && !slices.Contains(known, t.Ability) {
				c.fault(Events, t.Name, "needs the ability %s, which no module brings", t.Ability)
			}
		}
	}
}

// checkTenants requests records of another organization.
func (c *checker) checkTenants(op *operation, mine, theirs *Site) {
	ofRecord := strings.Contains(strings.Replace(op.Path, "{accountId}", "", 1), "{")
	if !ofRecord && !op.inAccount() {
		return
	}
	path, body := theirs.way(op)
	path, _, _ = strings.Cut(path, "?")
	if ofRecord {
		smuggled := strings.Replace(path, theirs.Account.ID.String(), mine.Account.ID.String(), 1)
		before := theirs.LastEvent()
		got := mine.ask(mine.Key, op.Method, smuggled, body)
		if got.Status != 404 || got.code() != "not_found" {
			c.fault(Tenants, op.ID, "another account's ids get %s, not 404", got)
		}
		if n := len(theirs.Events(before)); n > 0 {
			c.fault(Tenants, op.ID, "another account's record was changed")
		}
	}
	for key, property := range object(op.body["properties"]) {
		schema, _ := c.plain(property)
		id, there := object(body)[key].(string)
		if !there || schema["format"] != "uuid" || ofRecord {
			continue
		}
		_, own := mine.way(op)
		if got := mine.ask(mine.Key, op.Method, mine.path(op), with(own, key, id)); got.Status < 400 {
			c.fault(Tenants, op.ID, "takes %s of another account: %s", key, got)
		}
	}
}

// visitor is a site with more credentials.
type visitor struct {
	*Site
	token   string // of a customer
	limited string // a key of the same organization, but another account
}

// visitors creates two organizations that try all operations without changing anything. They log in only once, because a login takes
// as long as ten requests.
func (c *checker) visitors(t *testing.T) (mine, theirs visitor) {
	c.entering.Do(func() {
		for i := range c.entered {
			s := c.site(t)
			s.AddAccount("other", "Europe/London", "GBP", "GB")
			_, token := s.Login()
			c.entered[i] = visitor{s, token, s.NewKeyFor([]string{"other"}, "*")}
		}
	})
	return c.entered[0], c.entered[1]
}

var requestIDs = regexp.MustCompile(`"request_id":"[^"]*"`)

// plain returns the text of a response without the request id.
func plain(a answer) string { return requestIDs.ReplaceAllString(a.Text, `"request_id":""`) }
