package auth_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// passwords only adds a prefix instead of hashing. It counts checks.
type passwords struct{ checked atomic.Int64 }

func hashOf(password string) string { return "hash of " + password }

func (p *passwords) Hash(_ context.Context, password string) (string, error) {
	return hashOf(password), nil
}

func (p *passwords) Verify(_ context.Context, password, hash string) (bool, error) {
	p.checked.Add(1)
	return hash != "" && hash == hashOf(password), nil
}

// The customers of these tests are rows, so that changes commit as in the real module. LoggedIn writes to another table, which leaves
// the customer's row unlocked, because auth must not rely on that lock.
const peopleTable = `create table people (
	account uuid, customer uuid, email text, name text, hash text, blocked boolean, primary key (account, customer));
create table logins (customer uuid);`

// people implements auth.People with the table people.
type people struct{ db *postgres.DB }

func (p people) Login(ctx context.Context, account uuid.UUID, email string) (auth.Login, error) {
	return p.find(ctx, "select customer, hash as password_hash, blocked from people where account = ? and email = ?", account, strings.ToLower(email))
}

func (p people) LoginOf(ctx context.Context, account, customer uuid.UUID) (auth.Login, error) {
	return p.find(ctx, "select customer, hash as password_hash, blocked, email from people where account = ? and customer = ?", account, customer)
}

func (p people) find(ctx context.Context, query string, args ...any) (l auth.Login, err error) {
	done := p.db.In(ctx).Raw(query, args...).Scan(&l)
	if done.Error == nil && done.RowsAffected == 0 {
		return l, apperr.NewNotFound()
	}
	return l, done.Error
}

func (p people) SetPassword(ctx context.Context, account, customer uuid.UUID, password string, allow func(context.Context, auth.Login) error) error {
	return p.db.InTx(ctx, func(ctx context.Context) error {
		if err := p.db.In(ctx).Exec(`select 1 from people where account = ? and customer = ? for update`, account, customer).Error; err != nil {
			return err
		}
		now, err := p.LoginOf(ctx, account, customer)
		if err != nil {
			return err
		}
		if err := allow(ctx, now); err != nil {
			return err
		}
		err = p.db.In(ctx).Exec(`update people set hash = ? where account = ? and customer = ?`, hashOf(password), account, customer).Error
		if err != nil {
			return err
		}
		return auth.NewReactions(store.New(p.db)).LoginChanged(ctx, account, customer)
	})
}

func (p people) LoggedIn(ctx context.Context, _, customer uuid.UUID) error {
	return p.db.In(ctx).Exec(`insert into logins values (?)`, customer).Error
}

func (p people) Name(ctx context.Context, account, customer uuid.UUID) (name string, err error) {
	err = p.db.In(ctx).Raw(`select name from people where account = ? and customer = ?`, account, customer).Scan(&name).Error
	return name, err
}

func (p people) Profile(ctx context.Context, account, customer uuid.UUID) (auth.Profile, error) {
	c := caller.From(ctx)
	if !c.IsCustomer() || c.Customer != customer || !c.Sees(account) {
		return auth.Profile{}, fmt.Errorf("%v asks for the profile of %s", c.Kind, customer)
	}
	text, err := json.Marshal(map[string]any{"id": customer})
	return auth.Profile{Version: 3, JSON: text}, err
}

// person is a customer with the password "right password".
type person struct {
	account, customer uuid.UUID
	email             string
}

func (p person) with(password string) auth.LoginInput {
	return auth.LoginInput{AccountID: p.account, Email: p.email, Password: password}
}

const right = "right password"

// person creates a customer in a new account.
func (w *world) person() person {
	w.Helper()
	p := person{ids.New(), ids.New(), "jo." + ids.New().String() + "@example.com"}
	w.Exec(`insert into people (account, customer, email, name, hash, blocked) values ($1, $2, $3, 'Jo Smith', $4, false)`,
		p.account, p.customer, p.email, hashOf(right))
	return p
}

// changeLogin changes a customer like the real module: the change and its reaction share a transaction.
func (w *world) changeLogin(p person, set string, between func()) error {
	return w.DB.InTx(w.Context(), func(ctx context.Context) error {
		if err := w.DB.In(ctx).Exec("update people set "+set+" where account = ? and customer = ?", p.account, p.customer).Error; err != nil {
			return err
		}
		if err := auth.NewReactions(w.store).LoginChanged(ctx, p.account, p.customer); err != nil {
			return err
		}
		between()
		return nil
	})
}
