package auth

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Bearer returns the customer or member of staff that an access token identifies. It fails with apperr.Unauthenticated if the token is
// invalid or was refreshed, or if its session has ended. It reads the session for every request, so that its end takes effect at once on
// every replica.
func (s *Service) Bearer(ctx context.Context, token string) (caller.Caller, error) {
	if strings.HasPrefix(token, secretStart) {
		return caller.Caller{}, keyAsToken()
	}
	if strings.HasPrefix(token, sessionStart) {
		return s.staffCaller(ctx, token)
	}
	now := s.needs.Clock.Now()
	claims, err := s.needs.Tokens.Read(token, now, false)
	if err != nil {
		return caller.Caller{}, err
	}
	ofCustomer := caller.With(ctx, caller.Caller{Kind: caller.Customer, ID: claims.Customer, Accounts: []uuid.UUID{claims.Account}})
	session, err := s.needs.Sessions.GetSession(ofCustomer, claims.Account, claims.Session)
	if err != nil {
		return caller.Caller{}, notFoundAs(err, badToken())
	}
	if !session.belongs(claims) || session.TokenID != claims.ID || !now.Before(session.RefreshUntil) {
		return caller.Caller{}, badToken()
	}
	c := session.caller()
	c.Name, err = s.needs.People.Name(ofCustomer, session.AccountID, session.CustomerID)
	return c, notFoundAs(err, badToken())
}

// belongs reports whether a token was issued for the session.
func (s Session) belongs(c Claims) bool { return s.CustomerID == c.Customer }

// caller is the customer of a session, without the name.
func (s Session) caller() caller.Caller {
	return caller.Caller{
		Kind: caller.Customer, ID: s.CustomerID,
		Accounts: []uuid.UUID{s.AccountID}, Customer: s.CustomerID, Session: s.ID,
	}
}
