package modulekit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// checkList creates records, if the module can, and reads them page by page. Another organization also creates one, which must not
// appear.
func (c *checker) checkList(op *operation, s *Site) {
	limit, paged := op.takes("limit")
	if most, ok := number(limit.schema["maximum"]); !paged || !ok || most > 200 {
		c.fault(Lists, op.ID, "is unbounded: it takes no limit of at most 200")
	}
	if _, ok := op.takes("cursor"); !ok {
		c.fault(Lists, op.ID, "takes no cursor: what is behind the first page cannot be read")
	}
	path, _ := s.way(op)
	create := c.creates(op)
	if create == nil {
		if seen := c.readPages(op, s, path, nil); len(seen) > 0 {
			c.checkIndexes(op, s, path, seen[0])
		}
		return
	}
	made := []string{}
	for range 3 {
		if id := s.madeAt(create, path); id != "" {
			made = append(made, id)
		}
	}
	if len(made) < 3 {
		_, body := s.way(create)
		c.fault(Lists, op.ID, "cannot be tried: %s refuses its body (say another in Options.Bodies): %s", create.ID,
			s.ask(s.Key, "POST", path, body))
		return
	}
	theirs := c.site(s.T)
	strange := theirs.madeAt(create, theirs.path(create))
	slices.Reverse(made)
	seen := c.readPages(op, s, path, made)
	if slices.Contains(seen, strange) {
		c.fault(Tenants, op.ID, "shows a record of another account")
	}
	c.checkIndexes(op, s, path, made[0])
}

func (s *Site) madeAt(create *operation, path string) string {
	return s.Make(path, s.again(create))
}

// creates returns the operation that creates what another one lists, or nil.
func (c *checker) creates(listing *operation) *operation {
	for _, op := range c.operations {
		if op.Module == c.module && op.Method == "POST" && op.Path == listing.Path && !op.ReadOnly {
			return op
		}
	}
	return nil
}

// readPages compares a list read record by record with a single page. Both must contain want in any order.
func (c *checker) readPages(op *operation, s *Site, path string, want []string) (seen []string) {
	_, paged := op.takes("limit")
	if !paged {
		return c.whole(op, s, path)
	}
	next := extended(path, "limit=1")
	for range 250 {
		a := s.ask(s.Key, "GET", next, nil)
		page := idsOf(a)
		if a.Status != 200 || len(page) > 1 {
			c.fault(Lists, op.ID, "limit=1 gives %d records, %s", len(page), a)
			return append(seen, page...)
		}
		seen = append(seen, page...)
		cursor, more := a.object()["next_cursor"].(string)
		if link := a.Header.Get("Link"); more != strings.HasSuffix(link, `; rel="next"`) {
			c.fault(Lists, op.ID, "next_cursor and Link disagree: %t, %q", more, link)
		}
		if !more {
			break
		}
		next = extended(path, "limit=1&cursor="+cursor)
		if len(seen) == 1 {
			c.checkFilters(op, s, path, next)
		}
	}
	whole := c.whole(op, s, extended(path, "limit=200"))
	if !slices.Equal(seen, whole) && len(seen) < 200 {
		c.fault(Lists, op.ID, "one by one gives %v, a whole page %v", seen, whole)
	}
	for _, id := range want {
		if !slices.Contains(seen, id) {
			c.fault(Lists, op.ID, "leaves a new record out")
		}
	}
	if a := s.ask(s.Key, "GET", extended(path, "cursor=nosuch"), nil); a.Status != 422 {
		c.fault(Lists, op.ID, "a broken cursor: %s", a)
	}
	return seen
}

// whole returns the ids of a page, which must hold no secrets.
func (c *checker) whole(op *operation, s *Site, path string) []string {
	a := s.ask(s.Key, "GET", path, nil)
	for _, secret := range secretsIn(a.object(), s.Key, c.options.Secrets...) {
		c.fault(Secrets, op.ID, "lists %s", secret)
	}
	c.checkNames(op, "lists", a.object())
	return idsOf(a)
}

// checkFilters uses a cursor with another filter, which must be rejected.
func (c *checker) checkFilters(op *operation, s *Site, path, next string) {
	for _, p := range op.parameters {
		if values := list(p.schema["enum"]); len(values) > 0 && !strings.Contains(path, p.name+"=") {
			if a := s.ask(s.Key, "GET", extended(next, p.name+"="+fmt.Sprint(values[0])), nil); a.Status != 422 || !a.names("query.cursor", "") {
				c.fault(Lists, op.ID, "takes a cursor of the list without %s: %s", p.name, a)
			}
		}
	}
}

func idsOf(a answer) []string {
	found := []string{}
	records := list(a.object()["data"])
	for _, r := range records {
		if id, ok := object(r)["id"]; ok {
			found = append(found, fmt.Sprint(id))
		}
	}
	return found
}

// checkRead reads a record. Its version must be the ETag, with which the next read returns 304.
func (c *checker) checkRead(op *operation, s *Site) {
	path, _ := s.way(op)
	a := s.ask(s.Key, "GET", path, nil)
	if a.Status != 200 {
		c.fault(Lists, op.ID, "cannot be read (say where in Options.Ways or IDs): %s", a)
		return
	}
	if op.isList() {
		return
	}
	for _, secret := range secretsIn(a.object(), s.Key) {
		c.fault(Secrets, op.ID, "shows %s", secret)
	}
	version, versioned := a.object()["version"]
	if !versioned {
		return
	}
	etag := a.Header.Get("ETag")
	if etag != fmt.Sprintf(`"%v"`, version) {
		c.fault(Versions, op.ID, "version %v has the ETag %s", version, etag)
	}
	if again := s.ask(s.Key, "GET", path, nil, "If-None-Match", etag); again.Status != 304 {
		c.fault(Versions, op.ID, "If-None-Match: %s, not 304", again)
	}
}

// likeSecret are keys that are called like secrets, of which only the module knows whether they are.
var likeSecret = regexp.MustCompile(`password|passcode|(^|_)(pin|token|(access|alarm|door|entry|gate|lock|safe)_code)$`)

// checkNames finds keys that are called like secrets and of which no option says whether they are.
func (c *checker) checkNames(op *operation, shows string, value any) {
	for _, inner := range list(value) {
		c.checkNames(op, shows, inner)
	}
	for key, inner := range object(value) {
		known := slices.Contains(c.options.Secrets, key) || slices.Contains(c.options.Harmless, key)
		if _, isText := inner.(string); isText && !known && likeSecret.MatchString(key) {
			c.fault(Secrets, op.ID, "%s %s: name it in Options.Secrets if it is a secret, else in Options.Harmless", shows, key)
		}
		c.checkNames(op, shows, inner)
	}
}

// wholeKey is an API key; only its beginning may be shown.
var wholeKey = regexp.MustCompile(`pck_[0-9A-Za-z]{20}`)

// secretsIn returns the secret keys and values in a response or event.
func secretsIn(value any, credential string, keys ...string) (found []string) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			secret := key == "password" || strings.Contains(key, "secret") || strings.Contains(key, "hash") || strings.HasSuffix(key, "token")
			if _, isText := inner.(string); isText && secret || inner != nil && slices.Contains(keys, key) {
				found = append(found, key)
			}
			found = append(found, secretsIn(inner, credential, keys...)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, secretsIn(inner, credential, keys...)...)
		}
	case string:
		for _, word := range []string{credential, "$argon2", "whsec_", "eyJhbGci"} {
			if strings.Contains(v, word) {
				found = append(found, "a text with "+word[:4]+"…")
			}
		}
		if wholeKey.MatchString(v) {
			found = append(found, "an API key")
		}
	}
	return found
}
