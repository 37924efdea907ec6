// Package people implements auth.People with customerspets.
package people

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/apijson"
)

// People implements auth.People.
type People struct{ customers *customerspets.Service }

// New returns People.
func New(s *customerspets.Service) *People { return &People{s} }

// Login returns the customer with login who has the e-mail address.
func (p *People) Login(ctx context.Context, account uuid.UUID, email string) (auth.Login, error) {
	l, err := p.customers.Login(ctx, account, email)
	if err != nil {
		return auth.Login{}, err
	}
	return loginOf(l), nil
}

func loginOf(l customerspets.Login) auth.Login {
	return auth.Login{Customer: l.Customer, PasswordHash: l.PasswordHash, Blocked: l.Status == customerspets.Blocked, Email: l.Email}
}

// LoginOf returns the login of a customer.
func (p *People) LoginOf(ctx context.Context, account, customer uuid.UUID) (auth.Login, error) {
	l, err := p.customers.LoginOf(ctx, account, customer)
	return loginOf(l), err
}

// SetPassword sets a customer's password, which enables the login.
func (p *People) SetPassword(ctx context.Context, account, customer uuid.UUID, password string,
	allow func(context.Context, auth.Login) error) error {
	return p.customers.SetPassword(ctx, account, customer, password, func(ctx context.Context, now customerspets.Login) error {
		return allow(ctx, loginOf(now))
	})
}

// LoggedIn records a successful login.
func (p *People) LoggedIn(ctx context.Context, account, customer uuid.UUID) error {
	return p.customers.LoggedIn(ctx, account, customer)
}

// Name returns the name that staff see, whatever the customer sees of it.
func (p *People) Name(ctx context.Context, account, customer uuid.UUID) (string, error) {
	return p.customers.CustomerName(ctx, account, customer)
}

// Profile returns the customer as the caller of ctx sees it.
func (p *People) Profile(ctx context.Context, account, customer uuid.UUID) (auth.Profile, error) {
	c, err := p.customers.GetCustomer(ctx, account, customer)
	if err != nil {
		return auth.Profile{}, err
	}
	text, err := apijson.Marshal(c)
	if err != nil {
		return auth.Profile{}, fmt.Errorf("encode customer %s: %w", customer, err)
	}
	return auth.Profile{Version: c.Version, JSON: text}, nil
}
