package auth

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/ids"
)

// Refresh replaces an access token, valid or expired, by a new one while the refresh window of its session is open.
// The old token stops working. It fails with apperr.Unauthenticated for everything else.
//
// A token that comes again after it was refreshed is a theft signal and ends the whole session: either the thief or the
// customer holds the newer one. Refreshes of one token at the same time are no such signal: one wins, the others fail
// and the session goes on. "At the same time" means that the token had not been refreshed yet when the request came
// in; a retry after that, however soon, ends the session, and the customer logs in again.
func (s *Service) Refresh(ctx context.Context, token string) (Grant, error) {
	came := s.clock.Now()
	claims, err := s.tokens.Read(token, came, true)
	if err != nil {
		return Grant{}, err
	}
	before, err := s.sessions.Session(ctx, claims.Account, claims.Session)
	if err != nil {
		return Grant{}, gone(err)
	}
	var g Grant
	refused := false
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		refused = true
		session, err := s.sessions.SessionForUpdate(ctx, claims.Account, claims.Session)
		if err != nil {
			return gone(err)
		}
		if !session.belongs(claims) || !s.clock.Now().Before(session.RefreshUntil) {
			return nil
		}
		if session.TokenID != claims.ID {
			if overtaken(claims, before, session, came) {
				return nil
			}
			return s.sessions.EndSession(ctx, session.AccountID, session.ID)
		}
		refused = false
		g, err = s.renew(ctx, session)
		return err
	})
	if err != nil {
		return Grant{}, err
	}
	if refused { // outside of the transaction: the end of a session must commit
		return Grant{}, unauthenticated()
	}
	return g, nil
}

// overtaken reports whether the token was still the current one when its request came, but another refresh was faster:
// either it was seen so, or it is the direct predecessor and came before it was replaced.
func overtaken(c Claims, before, session Session, came time.Time) bool {
	if before.TokenID == c.ID {
		return true
	}
	return session.ReplacedTokenID != nil && *session.ReplacedTokenID == c.ID && came.Before(*session.RefreshedAt)
}

func (s *Service) renew(ctx context.Context, session Session) (Grant, error) {
	now, replaced := s.clock.Now(), session.TokenID
	session.TokenID, session.ReplacedTokenID, session.RefreshedAt = ids.New(), &replaced, &now
	g, err := s.grant(ctx, session, now)
	if err != nil {
		return Grant{}, gone(err)
	}
	return g, s.sessions.RenewSession(ctx, session)
}

// Logout ends the session of the customer who asks: its tokens stop working at once, on every replica.
func (s *Service) Logout(ctx context.Context) error {
	account, err := accountOf(caller.From(ctx))
	if err != nil {
		return err
	}
	return s.sessions.EndSession(ctx, account, caller.From(ctx).Session)
}
