package e2e

import (
	"maps"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// person is a customer with an e-mail address who logs in from a unique client address.
type person struct {
	kit.Tenant
	id, email string
}

func newPerson(t *testing.T, extra map[string]any) person {
	p := person{Tenant: kit.NewTenant(t), email: ids.New().String() + "@example.com"}
	body := map[string]any{"email": p.email}
	maps.Copy(body, extra)
	p.id = p.NewCustomer(body)["id"].(string)
	return p
}

func (p person) login(password string) kit.Response {
	body := map[string]any{"account_id": p.Account.ID, "email": p.email, "password": password}
	return p.Send("", "POST", "/v1/auth/login", body, "X-Forwarded-For", kit.AnyAddress())
}

func (p person) token(password string) string {
	p.T.Helper()
	return p.login(password).Object(200)["access_token"].(string)
}

func (p person) change(token, current, next string) kit.Response {
	body := map[string]string{"current_password": current, "new_password": next}
	return p.Send(token, "POST", "/v1/auth/password", body, "X-Forwarded-For", kit.AnyAddress())
}

func (p person) reset(token, next string) kit.Response {
	body := map[string]string{"token": token, "new_password": next}
	return p.Send("", "POST", "/v1/auth/passwordReset", body, "X-Forwarded-For", kit.AnyAddress())
}

func (p person) resetToken() string {
	p.T.Helper()
	return p.Do("POST", "customers/"+p.id+"/passwordReset", nil).Object(201)["token"].(string)
}

func TestCustomerChangesThePasswordAndOtherSessionsEnd(t *testing.T) {
	t.Parallel()
	p := newPerson(t, map[string]any{"password": "first password"})
	here, there := p.token("first password"), p.token("first password")
	p.change(here, "wrong password", "second password").Problem(401, "login_failed")
	p.change(here, "first password", "short").Problem(422, "validation_failed")
	p.change(p.Key, "first password", "second password").Problem(403, "forbidden")
	p.change(here, "first password", "second password").Object(204)
	p.Send(here, "GET", "/v1/auth/me", nil).Object(200)
	p.Send(there, "GET", "/v1/auth/me", nil).Problem(401, "unauthenticated")
	p.login("first password").Problem(401, "login_failed")
	p.token("second password")
	run(p.Tenant, "accounts", "update", "main", "--organization", p.Organization, "--status", "inactive")
	p.change(here, "second password", "third password").Problem(409, "account_inactive")
	p.Do("POST", "customers/"+p.id+"/passwordReset", nil).Problem(409, "account_inactive")
}

func TestLoginsAreNotRepeatedByAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	p := newPerson(t, map[string]any{"password": "first password"})
	body := map[string]any{"account_id": p.Account.ID, "email": p.email, "password": "first password"}
	login := func() any {
		r := p.Send("", "POST", "/v1/auth/login", body, "X-Forwarded-For", kit.AnyAddress(), "Idempotency-Key", p.id)
		return r.Object(200)["access_token"]
	}
	if login() == login() {
		t.Error("two logins share a session")
	}
}

func TestCustomerSetsAPasswordByATokenOnce(t *testing.T) {
	t.Parallel()
	p := newPerson(t, nil)
	older, token := p.resetToken(), p.resetToken()
	for _, wrong := range []string{older, "pcr_", "x", token + "A", "pcr_" + token} {
		p.reset(wrong, "first password").Problem(401, "login_failed")
	}
	p.reset(token, "short").Problem(422, "validation_failed")
	p.reset(token, "first password").Object(204)
	used, wrong := p.reset(token, "other password"), p.reset(older, "other password")
	if used.Problem(401, "login_failed"); plain(used) != plain(wrong) {
		t.Errorf("a used token answers %s, a wrong one %s", used.Text, wrong.Text)
	}
	session := p.token("first password")
	if p.Do("GET", "customers/"+p.id, nil).Object(200)["login"].(map[string]any)["enabled"] != true {
		t.Error("the login is not enabled")
	}
	p.reset(p.resetToken(), "second password").Object(204)
	p.Send(session, "GET", "/v1/auth/me", nil).Problem(401, "unauthenticated")
	p.token("second password")
}

// A token that may be in the wrong hands by now is void: whatever has changed since it was made, somebody had a reason for.
func TestResetIsVoidOnceTheLoginHasChanged(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]string{
		"another e-mail": `{"email":"` + ids.New().String() + `@example.com"}`, "another password": `{"password":"second password"}`,
		"no password": `{"password":null}`, "blocked": `{"status":"blocked"}`,
	} {
		p := newPerson(t, map[string]any{"password": "first password"})
		token, at := p.resetToken(), "customers/"+p.id
		session := p.token("first password")
		p.Do("PATCH", at, change).Object(200)
		if what == "another e-mail" {
			p.Send(session, "GET", "/v1/auth/me", nil).Object(200)
		}
		p.Do("PATCH", at, `{"status":"active"}`).Object(200)
		if r := p.reset(token, "third password"); r.Status != 401 {
			t.Errorf("%s: a token from before answers %d %s", what, r.Status, r.Text)
		}
		p.reset(p.resetToken(), "third password").Object(204)
	}
	p := newPerson(t, map[string]any{"password": "first password"})
	token := p.resetToken()
	p.Do("PATCH", "customers/"+p.id, `{"last_name":"Other"}`).Object(200)
	p.change(p.token("first password"), "first password", "second password").Object(204)
	p.reset(token, "third password").Problem(401, "login_failed")
}

func TestEmailOfACustomerWithLoginIsChangedByStaffOnly(t *testing.T) {
	t.Parallel()
	p := newPerson(t, map[string]any{"password": "first password"})
	at := p.Base + "/customers/" + p.id
	token := p.token("first password")
	p.Send(token, "PATCH", at, map[string]string{"email": p.email, "last_name": "Same"}).Object(200)
	p.Send(token, "PATCH", at, map[string]string{"email": "other@example.com"}).Problem(403, "forbidden")
	p.Do("PATCH", at, `{"email":"other@example.com"}`).Object(200)
}
