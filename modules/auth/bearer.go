package auth

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Bearer returns the customer that an access token identifies. It fails with apperr.Unauthenticated if the token is invalid or was
// refreshed, or if its session has ended. It reads the session for every request, among the reads of other customers of the account, so
// that its end takes effect at once on every replica.
func (s *Service) Bearer(ctx context.Context, token string) (caller.Caller, error) {
	if strings.HasPrefix(token, secretStart) {
		return caller.Caller{}, keyAsToken()
	}
	now := s.needs.Clock.Now()
	claims, err := s.needs.Tokens.Read(token, now, false)
	if err != nil {
		return caller.Caller{}, err
	}
	ofCustomer := caller.With(ctx, caller.Caller{Kind: caller.Customer, ID: claims.Customer, Accounts: []uuid.UUID{claims.Account}})
	session, err := s.needs.Sessions.GetSession(ofCustomer, claims.Account, claims.Session)
	if apperr.Is(err, apperr.NotFound) {
		return caller.Caller{}, badToken()
	}
	if err != nil {
		return caller.Caller{}, err
	}
	if !session.belongs(claims) || session.TokenID != claims.ID || !now.Before(session.RefreshUntil) {
		return caller.Caller{}, badToken()
	}
	return session.caller(), nil
}

// belongs reports whether a token was issued for the session.
func (s Session) belongs(c Claims) bool { return s.CustomerID == c.Customer }

func (s Session) caller() caller.Caller {
	return caller.Caller{
		Kind: caller.Customer, ID: s.CustomerID, Name: s.CustomerName,
		Accounts: []uuid.UUID{s.AccountID}, Customer: s.CustomerID, Session: s.ID,
	}
}
