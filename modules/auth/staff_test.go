package auth_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// business is an organization with two locations and a manager who can sign in.
type business struct {
	*world
	*auth.Service
	name     string
	id       uuid.UUID
	accounts []uuid.UUID
	manager  auth.Member
}

func newBusiness(t *testing.T, change ...func(*auth.Needs)) *business {
	t.Helper()
	w := newWorld(t)
	b := &business{world: w, name: ids.New().String()}
	b.accounts = w.locations.open(b.name, "north", "south")
	b.id = w.locations.organizations[b.name]
	b.Service = w.replica(change...)
	b.manager = b.hire("manager")
	return b
}

func email() string { return ids.New().String() + "@example.com" }

// hire adds a member of staff whose password is right.
func (b *business) hire(role string, codes ...string) auth.Member {
	b.Helper()
	in := auth.Invite{Organization: b.name, Email: email(), Role: role, AccountCodes: codes}
	made := testkit.Must[auth.NewMember](b)(b.InviteStaff(b.Context(), in))
	testkit.Must[auth.StaffGrant](b)(b.AcceptInvitation(b.Context(), auth.AcceptInput{Token: made.Invitation.Token, NewPassword: right}, anywhere()))
	return made.Member
}

// token signs a member in.
func (b *business) token(m auth.Member) string {
	b.Helper()
	return testkit.Must[auth.StaffGrant](b)(b.StaffLogin(b.Context(), auth.StaffLoginInput{Email: strings.ToUpper(m.Email), Password: right}, anywhere())).Token
}

// as is the context of a request of a member who has signed in.
func (b *business) as(m auth.Member) context.Context {
	b.Helper()
	return b.As(testkit.Must[caller.Caller](b)(b.Bearer(b.Context(), b.token(m))))
}

func (b *business) role(abilities ...string) auth.Role {
	b.Helper()
	return testkit.Must[auth.Role](b)(b.CreateRole(b.as(b.manager), auth.RoleCreate{Name: ids.New().String(), Abilities: abilities}))
}

func (b *business) update(ctx context.Context, m auth.Member, p auth.MemberPatch) error {
	return second(b.UpdateMember(ctx, m.ID, p, patch.Precondition{}))
}

func TestSessionOfStaffIsThePersonWithTheAbilitiesOfTheRole(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	m := b.hire("groomer", "south")
	g := testkit.Must[auth.StaffGrant](t)(b.StaffLogin(t.Context(), auth.StaffLoginInput{Email: m.Email, Password: right}, anywhere()))
	c := testkit.Must[caller.Caller](t)(b.replica().Bearer(t.Context(), g.Token))
	if a := c.Actor(); a.Type != "staff" || *a.ID != m.ID.String() || a.Name != m.Name || a.Via != nil {
		t.Errorf("the actor is %+v", a)
	}
	if c.Organization != b.id || c.AllAccounts || len(c.Accounts) != 1 || c.Accounts[0] != b.accounts[1] || !c.Holds("customers:read") || c.Holds("customers:write") {
		t.Errorf("the caller is %+v", c)
	}
	b.Advance(auth.StaffSessionTTL - time.Second)
	must(t, second(b.Bearer(t.Context(), g.Token))) // it goes on until then
	b.Advance(time.Second)
	testkit.WantKind(t, second(b.Bearer(t.Context(), g.Token)), apperr.Unauthenticated)
}

func TestFailedSignInsOfStaffLookTheSame(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	gone, invited := b.hire("groomer"), auth.Invite{Organization: b.name, Email: email(), Role: "groomer"}
	testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), invited))
	must(t, b.update(b.as(b.manager), gone, auth.MemberPatch{Active: patch.Of(false)}))
	var same string
	for what, in := range map[string]auth.StaffLoginInput{
		"unknown": {Email: email(), Password: right}, "wrong": {Email: b.manager.Email, Password: "wrong"},
		"inactive": {Email: gone.Email, Password: right}, "no password": {Email: invited.Email, Password: right},
		"another organization": {Email: b.manager.Email, Password: right, Organization: ids.New().String()},
	} {
		before := b.passwords.checked.Load()
		_, err := b.StaffLogin(t.Context(), in, anywhere())
		e := testkit.WantKind(t, err, apperr.Unauthenticated, "login_failed")
		if same == "" {
			same = e.Detail
		}
		if n := b.passwords.checked.Load() - before; n != 1 || e.Detail != same {
			t.Errorf("%s: %d passwords were checked, %q", what, n, e.Detail)
		}
	}
}

func TestGuessedPasswordsOfStaffAreLimitedLikeThoseOfCustomers(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	guess := auth.StaffLoginInput{Email: b.manager.Email, Password: "guess"}
	for range 2 {
		for range 5 {
			testkit.WantKind(t, second(b.StaffLogin(t.Context(), guess, anywhere())), apperr.Unauthenticated)
		}
		wantLimited(t, second(b.StaffLogin(t.Context(), guess, anywhere())))
		b.Advance(time.Minute)
	}
	guess.Password = right
	_, err := b.StaffLogin(t.Context(), guess, anywhere())
	if wait := wantLimited(t, err); wait < 10*time.Minute {
		t.Errorf("it waits %s", wait)
	}
	// A customer of an account that never was has a count of their own.
	_, err = b.Login(t.Context(), auth.LoginInput{Email: b.manager.Email, Password: "guess"}, anywhere())
	testkit.WantKind(t, err, apperr.Unauthenticated)
}

func TestOneEmailOfTwoOrganizationsNamesTheOrganization(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	other := *b
	other.name = ids.New().String()
	b.locations.open(other.name, "east")
	in := auth.Invite{Organization: other.name, Email: b.manager.Email, Role: "manager"}
	made := testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), in))
	if made.ID == b.manager.ID {
		t.Fatal("it is the same member")
	}
	_, err := b.StaffLogin(t.Context(), auth.StaffLoginInput{Email: b.manager.Email, Password: right}, anywhere())
	testkit.WantKind(t, err, apperr.Unauthenticated)
	g := testkit.Must[auth.StaffGrant](t)(b.StaffLogin(t.Context(), auth.StaffLoginInput{Email: b.manager.Email, Password: right, Organization: b.name}, anywhere()))
	if g.Member.ID != b.manager.ID {
		t.Error("it is another member")
	}
}

func TestInvitationWorksOnceInTimeForWhoIsThere(t *testing.T) {
	t.Parallel()
	for what, spoil := range map[string]func(b *business, m auth.NewMember) error{
		"used": func(b *business, m auth.NewMember) error {
			return second(b.AcceptInvitation(b.Context(), auth.AcceptInput{Token: m.Invitation.Token, NewPassword: right}, anywhere()))
		},
		"expired": func(b *business, _ auth.NewMember) error { b.Advance(7 * 24 * time.Hour); return nil },
		"left": func(b *business, m auth.NewMember) error {
			return b.DeleteMember(b.as(b.manager), m.ID, patch.Precondition{})
		},
		"deactivated": func(b *business, m auth.NewMember) error {
			return b.update(b.as(b.manager), m.Member, auth.MemberPatch{Active: patch.Of(false)})
		},
		"deactivated and back": func(b *business, m auth.NewMember) error {
			for _, active := range []bool{false, true} {
				if err := b.update(b.as(b.manager), m.Member, auth.MemberPatch{Active: patch.Of(active)}); err != nil {
					return err
				}
			}
			return nil
		},
		"another e-mail": func(b *business, m auth.NewMember) error {
			return b.update(b.as(b.manager), m.Member, auth.MemberPatch{Email: patch.Of(email())})
		},
		"replaced": func(b *business, m auth.NewMember) error {
			return second(b.CreateInvitation(b.as(b.manager), m.ID))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b := newBusiness(t)
			m := testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), auth.Invite{Organization: b.name, Email: email(), Role: "groomer"}))
			must(t, spoil(b, m))
			_, err := b.AcceptInvitation(t.Context(), auth.AcceptInput{Token: m.Invitation.Token, NewPassword: "another password"}, anywhere())
			testkit.WantKind(t, err, apperr.Unauthenticated, "login_failed")
			_, err = b.StaffLogin(t.Context(), auth.StaffLoginInput{Email: m.Email, Password: "another password"}, anywhere())
			testkit.WantKind(t, err, apperr.Unauthenticated)
		})
	}
}

func TestInvitationThatIsAcceptedManyTimesAtOnceWorksOnce(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	m := testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), auth.Invite{Organization: b.name, Email: email(), Role: "groomer"}))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := b.AcceptInvitation(t.Context(), auth.AcceptInput{Token: m.Invitation.Token, NewPassword: right}, anywhere())
			if err != nil && !apperr.Is(err, apperr.Unauthenticated) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	b.wantCount(1, `select count(*) from auth.staff_sessions where staff_id = $1`, m.ID)
}

// What a caller does not hold they can neither give nor take over.
func TestStaffGiveOnlyWhatTheyHold(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	lead, orders := b.role("staff:manage", "customers:read"), b.role("orders:read")
	m := testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), auth.Invite{Organization: b.name, Email: email(), Role: lead.Name}))
	testkit.Must[auth.StaffGrant](t)(b.AcceptInvitation(t.Context(), auth.AcceptInput{Token: m.Invitation.Token, NewPassword: right}, anywhere()))
	ctx := b.as(m.Member)
	own := testkit.Must[auth.NewMember](t)(b.CreateMember(ctx, auth.MemberCreate{Name: "Jo", Email: email(), RoleID: lead.ID}))
	only := patch.Precondition{}
	for what, try := range map[string]func() error{
		"create a member": func() error {
			return second(b.CreateMember(ctx, auth.MemberCreate{Name: "Jo", Email: email(), RoleID: orders.ID}))
		},
		"assign":         func() error { return b.update(ctx, own.Member, auth.MemberPatch{RoleID: patch.Of(orders.ID)}) },
		"promote itself": func() error { return b.update(ctx, m.Member, auth.MemberPatch{RoleID: patch.Of(b.manager.RoleID)}) },
		"take over":      func() error { _, err := b.CreateInvitation(ctx, b.manager.ID); return err },
		"redirect":       func() error { return b.update(ctx, b.manager, auth.MemberPatch{Email: patch.Of(email())}) },
		"remove":         func() error { return b.DeleteMember(ctx, b.manager.ID, only) },
		"create a role": func() error {
			return second(b.CreateRole(ctx, auth.RoleCreate{Name: "x", Abilities: []string{"orders:read"}}))
		},
		"widen a role": func() error {
			return second(b.UpdateRole(ctx, lead.ID, auth.RolePatch{Abilities: patch.Of([]string{"staff:manage", "orders:read"})}, only))
		},
		"narrow a role": func() error {
			return second(b.UpdateRole(ctx, orders.ID, auth.RolePatch{Abilities: patch.Of([]string{"customers:read"})}, only))
		},
		"delete a role": func() error { return b.DeleteRole(ctx, orders.ID, only) },
	} {
		e := testkit.WantKind(t, try(), apperr.Forbidden, "ability_missing")
		if !strings.Contains(e.Detail, "orders:read") && !strings.Contains(e.Detail, "*") {
			t.Errorf("%s: %s", what, e.Detail)
		}
	}
}

func TestWhoSeesSomeAccountsManagesStaffOfThemOnly(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	south, north := b.hire("manager", "south"), b.hire("groomer", "north")
	ctx := b.as(south)
	mine := testkit.Must[auth.NewMember](t)(b.CreateMember(ctx, auth.MemberCreate{Name: "Jo", Email: email(), RoleID: north.RoleID,
		AccountIDs: b.accounts[1:]}))
	for what, accounts := range map[string][]uuid.UUID{"all": nil, "another": b.accounts[:1], "both": b.accounts, "none that is": {ids.New()}} {
		_, err := b.CreateMember(ctx, auth.MemberCreate{Name: "Jo", Email: email(), RoleID: north.RoleID, AccountIDs: accounts})
		if !apperr.Is(err, apperr.Invalid) || !apperr.Is(b.update(ctx, mine.Member, auth.MemberPatch{AccountIDs: patch.Of(accounts)}), apperr.Invalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, of := range []auth.Member{north, b.manager} {
		testkit.WantKind(t, second(b.GetMember(ctx, of.ID)), apperr.NotFound)
		testkit.WantKind(t, b.update(ctx, of, auth.MemberPatch{Name: patch.Of("x")}), apperr.NotFound)
		testkit.WantKind(t, b.DeleteMember(ctx, of.ID, patch.Precondition{}), apperr.NotFound)
	}
	_, err := b.CreateRole(ctx, auth.RoleCreate{Name: "x", Abilities: []string{"orders:read"}})
	testkit.WantKind(t, err, apperr.Forbidden, "forbidden")
	stranger := newBusiness(t)
	testkit.WantKind(t, second(b.GetMember(stranger.as(stranger.manager), b.manager.ID)), apperr.NotFound)
}

func TestLastManagerStays(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	own := b.role("*")
	groomer := b.hire("groomer")
	testkit.Must[auth.NewMember](t)(b.InviteStaff(t.Context(), auth.Invite{Organization: b.name, Email: email(), Role: "manager"})) // never signed in
	b.hire("manager", "south")
	ctx := b.as(b.manager)
	must(t, b.update(ctx, b.manager, auth.MemberPatch{RoleID: patch.Of(own.ID)}))
	_, weaker := b.UpdateRole(ctx, own.ID, auth.RolePatch{Abilities: patch.Of([]string{"orders:read", "staff:manage"})}, patch.Precondition{})
	for what, err := range map[string]error{
		"demoted": b.update(ctx, b.manager, auth.MemberPatch{RoleID: patch.Of(groomer.RoleID)}), "weaker role": weaker,
		"limited":     b.update(ctx, b.manager, auth.MemberPatch{AccountIDs: patch.Of(b.accounts)}),
		"deactivated": b.update(ctx, b.manager, auth.MemberPatch{Active: patch.Of(false)}),
		"removed":     b.DeleteMember(ctx, b.manager.ID, patch.Precondition{}),
	} {
		if e := testkit.WantKind(t, err, apperr.Conflict, "conflict"); !strings.Contains(e.Detail, "manager") {
			t.Errorf("%s: %s", what, e.Detail)
		}
	}
	b.hire("manager")
	must(t, b.DeleteMember(ctx, b.manager.ID, patch.Precondition{})) // one of two managers
}

// Each manager would leave the others.
func TestManagersWhoLeaveAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	for how, leave := range map[string]func(ctx context.Context, b *business, own, next auth.Member, weaker auth.MemberPatch) error{
		"each removes itself": func(ctx context.Context, b *business, own, _ auth.Member, _ auth.MemberPatch) error {
			return b.DeleteMember(ctx, own.ID, patch.Precondition{})
		},
		"each demotes itself": func(ctx context.Context, b *business, own, _ auth.Member, weaker auth.MemberPatch) error {
			return b.update(ctx, own, weaker)
		},
		"each demotes another": func(ctx context.Context, b *business, _, next auth.Member, weaker auth.MemberPatch) error {
			return b.update(ctx, next, weaker)
		},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			b := newBusiness(t)
			weaker := auth.MemberPatch{RoleID: patch.Of(b.hire("groomer").RoleID)}
			managers, contexts := []auth.Member{b.manager}, []context.Context{b.as(b.manager)}
			for range 7 {
				m := b.hire("manager")
				managers, contexts = append(managers, m), append(contexts, b.as(m))
			}
			var group sync.WaitGroup
			for i, m := range managers {
				group.Go(func() { _ = leave(contexts[i], b, m, managers[(i+1)%len(managers)], weaker) })
			}
			group.Wait()
			n := b.Count(`select count(*) from auth.staff where organization_id = $1 and role_id = $2`, b.id, b.manager.RoleID)
			if n < 1 || n > 1 && how != "each demotes another" { // whoever is demoted first demotes nobody
				t.Errorf("%d managers", n)
			}
		})
	}
}

func TestChangesOfStaffCountAtOnceOnEveryReplica(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	role := b.role("orders:read", "customers:read")
	m := b.hire(role.Name)
	token, elsewhere, ctx := b.token(m), b.replica(), b.as(b.manager)
	look := func() caller.Caller {
		t.Helper()
		return testkit.Must[caller.Caller](t)(elsewhere.Bearer(t.Context(), token))
	}
	look()
	testkit.Must[auth.Role](t)(b.UpdateRole(ctx, role.ID, auth.RolePatch{Abilities: patch.Of([]string{"orders:read"})}, patch.Precondition{}))
	if look().Holds("customers:read") {
		t.Error("the ability was taken from the role")
	}
	must(t, b.update(ctx, m, auth.MemberPatch{RoleID: patch.Of(b.manager.RoleID), AccountIDs: patch.Of(b.accounts[:1])}))
	if c := look(); !c.Holds("staff:manage") || c.Sees(b.accounts[1]) {
		t.Errorf("the caller is %+v", c)
	}
	must(t, b.update(ctx, m, auth.MemberPatch{Active: patch.Of(false)}))
	testkit.WantKind(t, second(elsewhere.Bearer(t.Context(), token)), apperr.Unauthenticated)
	must(t, b.update(ctx, m, auth.MemberPatch{Active: patch.Of(true)}))
	testkit.WantKind(t, second(elsewhere.Bearer(t.Context(), token)), apperr.Unauthenticated)
}

func TestMemberWhoIsDeactivatedDuringTheSignInHasNoSession(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	m := b.hire("groomer")
	finish := b.paused(func(s *auth.Service) error {
		return second(s.StaffLogin(t.Context(), auth.StaffLoginInput{Email: m.Email, Password: right}, anywhere()))
	})
	system := b.As(caller.Caller{Kind: caller.System, Organization: b.id, AllAccounts: true})
	must(t, b.update(system, m, auth.MemberPatch{Active: patch.Of(false)}))
	testkit.WantKind(t, finish(), apperr.Unauthenticated)
	b.wantCount(0, `select count(*) from auth.staff_sessions where staff_id = $1`, m.ID)
}

func TestPasswordOfStaffChangesWithTheOldOneAndEndsOtherSessions(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	token, other := b.token(b.manager), b.token(b.manager)
	ctx := b.As(testkit.Must[caller.Caller](t)(b.Bearer(t.Context(), token)))
	testkit.WantKind(t, b.ChangeStaffPassword(ctx, auth.PasswordChange{CurrentPassword: "wrong", NewPassword: "another password"}, anywhere()),
		apperr.Unauthenticated, "login_failed")
	must(t, b.ChangeStaffPassword(ctx, auth.PasswordChange{CurrentPassword: right, NewPassword: "another password"}, anywhere()))
	must(t, second(b.Bearer(t.Context(), token))) // this session goes on
	testkit.WantKind(t, second(b.Bearer(t.Context(), other)), apperr.Unauthenticated)
	must(t, b.StaffLogout(ctx, true))
	testkit.WantKind(t, second(b.Bearer(t.Context(), token)), apperr.Unauthenticated)
}

func TestEventsOfStaffHoldNoSecretAndStandInTheirAccounts(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	m := b.hire("groomer", "south")
	must(t, b.update(b.as(b.manager), m, auth.MemberPatch{Name: patch.Of("Ana")}))
	b.Use(b.id, b.accounts[1])
	all := b.WantEvents(m.ID, "staff.created", "staff.updated")
	if s := all[1].String(); !strings.HasPrefix(s, `staff.updated {"name":`) || all[1].Actor.Type != "staff" || all[1].Actor.Name != b.manager.Name {
		t.Errorf("%s by %+v", s, all[1].Actor)
	}
	for _, e := range all {
		if strings.Contains(string(e.Body), hashOf(right)) || strings.Contains(string(e.Body), "pci_") {
			t.Errorf("a secret in %s", e.Body)
		}
	}
	b.Use(b.id, b.accounts[0])
	b.WantEvents(m.ID)
	b.WantEvents(b.manager.ID, "staff.created")
}

func TestRolesHaveTheirOwnNamesAndStayWhileTheyAreUsed(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	role, ctx, only := b.role("orders:read"), b.as(b.manager), patch.Precondition{}
	m := b.hire(role.Name)
	for _, name := range []string{"GROOMER", strings.ToUpper(role.Name)} {
		_, err := b.CreateRole(ctx, auth.RoleCreate{Name: name, Abilities: []string{"orders:read"}})
		testkit.WantKind(t, err, apperr.Conflict, "duplicate")
	}
	testkit.WantKind(t, b.DeleteRole(ctx, role.ID, only), apperr.Conflict, "in_use")
	testkit.WantKind(t, b.DeleteRole(ctx, b.manager.RoleID, only), apperr.Forbidden, "built_in")
	_, err := b.CreateMember(ctx, auth.MemberCreate{Name: "Jo", Email: strings.ToUpper(m.Email), RoleID: role.ID})
	if e := testkit.WantKind(t, err, apperr.Conflict, "duplicate"); e.ConflictsWith != m.ID {
		t.Errorf("it conflicts with %s", e.ConflictsWith)
	}
	must(t, b.DeleteMember(ctx, m.ID, only))
	must(t, b.DeleteRole(ctx, role.ID, only))
	b.Use(b.id, b.accounts[0])
	b.WantEvents(role.ID, "role.created", "role.deleted")
}
