package auth

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/kernel/ids"
)

// Refresh exchanges an access token, valid or expired, for a new one while the refresh window of its session is open. The old token
// stops working. It fails with apperr.Unauthenticated in all other cases.
//
// A token can be sent again within gracePeriod, until the new one is refreshed, and gets the same response, because several tabs may
// share it. Any other repeated token indicates a theft and ends the session, because either the thief or the customer has the newer
// token.
func (s *Service) Refresh(ctx context.Context, token string) (Grant, error) {
	came := s.needs.Clock.Now()
	claims, err := s.needs.Tokens.Read(token, came, true)
	if err != nil {
		return Grant{}, err
	}
	before, err := s.needs.Sessions.GetSession(ctx, claims.Account, claims.Session)
	if err != nil {
		return Grant{}, notFoundAs(err, badToken())
	}
	var g Grant
	refused := false
	err = s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		refused = true
		session, err := s.needs.Sessions.LockSession(ctx, claims.Account, claims.Session)
		if err != nil {
			return notFoundAs(err, badToken())
		}
		if !session.belongs(claims) || !s.needs.Clock.Now().Before(session.RefreshUntil) {
			return nil
		}
		switch {
		case session.TokenID == claims.ID:
			g, err = s.renew(ctx, session)
		case session.repeats(claims, came):
			g, err = s.grant(ctx, session, *session.RefreshedAt) // the same claims make the same token
		case before.TokenID == claims.ID: // it was the current token when the request arrived; two others were faster
			return nil
		default:
			return s.needs.Sessions.EndSession(ctx, session.AccountID, session.ID)
		}
		refused = false
		return notFoundAs(err, badToken())
	})
	if err != nil {
		return Grant{}, err
	}
	if refused { // outside of the transaction, because the end of the session must commit
		return Grant{}, badToken()
	}
	return g, nil
}

// gracePeriod is how long after its refresh a token can be sent again.
const gracePeriod = 10 * time.Second

// repeats reports whether a request that arrived at came repeats the refresh that created the current token.
func (s Session) repeats(c Claims, came time.Time) bool {
	return s.ReplacedTokenID != nil && *s.ReplacedTokenID == c.ID && came.Before(s.RefreshedAt.Add(gracePeriod))
}

func (s *Service) renew(ctx context.Context, session Session) (Grant, error) {
	now, replaced := s.needs.Clock.Now(), session.TokenID
	session.TokenID, session.ReplacedTokenID, session.RefreshedAt = ids.New(), &replaced, &now
	g, err := s.grant(ctx, session, now)
	if err != nil {
		return Grant{}, err
	}
	return g, s.needs.Sessions.RenewSession(ctx, session)
}

// Logout ends the session of a token, which may have expired or been refreshed, while the refresh window is open. The tokens of the
// session stop working at once on every replica. It fails with apperr.Unauthenticated in all other cases. A refreshed token is no sign of
// theft here: whoever has one could end the session by Refresh, too, and no other session ends.
func (s *Service) Logout(ctx context.Context, token string) error {
	now := s.needs.Clock.Now()
	claims, err := s.needs.Tokens.Read(token, now, true)
	if err != nil {
		return err
	}
	session, err := s.needs.Sessions.GetSession(ctx, claims.Account, claims.Session)
	if err != nil {
		return notFoundAs(err, badToken())
	}
	if !session.belongs(claims) || !now.Before(session.RefreshUntil) {
		return badToken()
	}
	return s.needs.Sessions.EndSession(ctx, session.AccountID, session.ID)
}
