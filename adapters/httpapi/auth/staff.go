package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/paging"
)

const staffTag = "Staff"

const staffScope = " Who does not see all accounts of the organization manages those members all of whose accounts they see."

const gives = " A role gives only what who assigns it holds: otherwise 403 `ability_missing`, which names the ability. So is a " +
	"member changed, " +
	"removed and invited only by who holds all that the member does."

const lastManager = " 409 `conflict` for what would leave the organization without a manager who can sign in."

func (h handler) registerStaff(a *httpapi.API) {
	manage := httpapi.Ability("staff:manage")
	httpapi.List(a, httpapi.Operation{
		ID: "listStaff", Path: "/staff", Tag: staffTag, Access: manage, Summary: "List the staff", Description: "Newest first." + staffScope,
	}, func(ctx context.Context, _ *httpapi.Paging, page paging.Request) (paging.Page[auth.Member], error) {
		return h.auth.ListStaff(ctx, page)
	})
	httpapi.Create(a, httpapi.Operation{
		ID: "createStaff", Path: "/staff", Tag: staffTag, Access: manage, Problems: []string{"conflict", "duplicate"},
		Summary: "Add a member of staff",
		Description: "The answer holds an `invitation`; it is not shown again. petcare sends nothing: send the token, or the link " +
			"`/console#/invitation/<token>`, in your own words. An organization has at most 1,000 members of staff." + gives + staffScope,
	}, func(ctx context.Context, in *struct{ Body auth.MemberCreate }) (auth.NewMember, error) {
		return h.auth.CreateMember(ctx, in.Body)
	})
	httpapi.Get(a, httpapi.Operation{
		ID: "getStaff", Path: "/staff/{staffId}", Tag: staffTag, Access: manage, Summary: "Get a member of staff",
		Description: "`last_login_at` changes without the version." + staffScope,
	}, func(ctx context.Context, in *StaffPath) (auth.Member, error) {
		return h.auth.GetMember(ctx, in.StaffID)
	})
	httpapi.Update(a, httpapi.Operation{
		ID: "updateStaff", Path: "/staff/{staffId}", Tag: staffTag, Access: manage, Problems: []string{"conflict", "duplicate"},
		Readable: httpapi.Readable{Computed: []string{"role", "last_login_at"}},
		Summary:  "Change a member of staff",
		Description: "Role and accounts count within 5 seconds on every replica, for sessions and open streams too. `active: false` ends all " +
			"sessions and voids the invitation, and so does another e-mail." + gives + lastManager + staffScope,
	}, func(ctx context.Context, in *struct {
		StaffPath
		httpapi.IfMatch
		Body auth.MemberPatch
	}) (auth.Member, error) {
		return h.auth.UpdateMember(ctx, in.StaffID, in.Body, in.Match())
	})
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteStaff", Path: "/staff/{staffId}", Tag: staffTag, Access: manage, Problems: []string{"conflict"},
		Summary: "Remove a member of staff", Description: "Their sessions end; what they did keeps their " +
			"name." + gives + lastManager + staffScope,
	}, func(ctx context.Context, in *struct {
		StaffPath
		httpapi.IfMatch
	}) error {
		return h.auth.DeleteMember(ctx, in.StaffID, in.Match())
	})
	httpapi.Handle(a, httpapi.Operation{
		ID: "createStaffInvitation", Method: http.MethodPost, Path: "/staff/{staffId}/invitation", Tag: staffTag, Access: manage,
		Status: http.StatusCreated, Problems: []string{"conflict"},
		Summary: "Invite a member of staff again",
		Description: "With the token they set a new password, once, within 7 days; it voids the one before. 409 for an inactive member." +
			gives + staffScope,
	}, h.inviteStaff)
	h.registerRoles(a, manage)
}

func (h handler) inviteStaff(ctx context.Context, in *StaffPath) (*httpapi.Output[auth.Invitation], error) {
	i, err := h.auth.CreateInvitation(ctx, in.StaffID)
	if err != nil {
		return nil, err
	}
	out := httpapi.Plain(i)
	out.Status, out.Location = http.StatusCreated, httpapi.Base+"/staff/"+in.StaffID.String()
	return out, nil
}

// StaffPath is exported because Huma ignores unexported embedded structs.
type StaffPath struct {
	StaffID uuid.UUID `path:"staffId" format:"uuid" doc:"The member of staff"`
}

// RolePath is exported because Huma ignores unexported embedded structs.
type RolePath struct {
	RoleID uuid.UUID `path:"roleId" format:"uuid" doc:"The role"`
}

const rolesOfAll = " Only who sees all accounts of the organization makes and changes roles."

func (h handler) registerRoles(a *httpapi.API, manage httpapi.Access) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "listRoles", Method: http.MethodGet, Path: "/roles", Tag: staffTag, Access: manage,
		Summary: "List the roles", Description: "The built-in ones (manager, front desk, groomer, read only), then those of the " +
			"organization by name.",
	}, func(ctx context.Context, _ *struct{}) (*httpapi.ListOutput[auth.Role], error) {
		all, err := h.auth.ListRoles(ctx)
		return httpapi.Whole(ctx, all), err
	})
	httpapi.Create(a, httpapi.Operation{
		ID: "createRole", Path: "/roles", Tag: staffTag, Access: manage, Problems: []string{"conflict", "duplicate"},
		Rules: httpapi.RulesOf(h.auth.RoleFaults), Summary: "Create a role",
		Description: "An ability that its maker does not hold: 403 `ability_missing`. An organization has at most 100 roles " +
			"of its own." + rolesOfAll,
	}, func(ctx context.Context, in *struct{ Body auth.RoleCreate }) (auth.Role, error) {
		return h.auth.CreateRole(ctx, in.Body)
	})
	httpapi.Update(a, httpapi.Operation{
		ID: "updateRole", Path: "/roles/{roleId}", Tag: staffTag, Access: manage, Problems: []string{"built_in", "conflict", "duplicate"},
		Summary: "Change a role",
		Description: "It counts for all its members within 5 seconds on every replica. Abilities, the old and the new ones, that the caller " +
			"does not " +
			"hold: 403 `ability_missing`. A built-in role: 403 `built_in`." + lastManager + rolesOfAll,
	}, func(ctx context.Context, in *struct {
		RolePath
		httpapi.IfMatch
		Body auth.RolePatch
	}) (auth.Role, error) {
		return h.auth.UpdateRole(ctx, in.RoleID, in.Body, in.Match())
	})
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteRole", Path: "/roles/{roleId}", Tag: staffTag, Access: manage, Problems: []string{"built_in", "in_use"},
		Summary: "Delete a role", Description: "409 `in_use` as long as a member of staff has it; a built-in role: 403 `built_in`." + rolesOfAll,
	}, func(ctx context.Context, in *struct {
		RolePath
		httpapi.IfMatch
	}) error {
		return h.auth.DeleteRole(ctx, in.RoleID, in.Match())
	})
}

// StaffToken is the response to a sign-in of a member of staff.
type StaffToken struct {
	AccessToken string    `json:"access_token" maxLength:"100" doc:"For Authorization: Bearer" example:"pcs_AZijwn8AfMKaVQpLjXweEQZzR3v0bXcV"`
	TokenType   string    `json:"token_type" enum:"Bearer" doc:"How to send the token"`
	ExpiresIn   int       `json:"expires_in" minimum:"0" maximum:"43200" doc:"Seconds until the session ends" example:"43200"`
	ExpiresAt   time.Time `json:"expires_at" doc:"When the session ends"`
	StaffID     uuid.UUID `json:"staff_id" format:"uuid" doc:"Who has signed in"`
}

func staffToken(g auth.StaffGrant, err error) (*httpapi.Output[StaffToken], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.Plain(StaffToken{AccessToken: g.Token, TokenType: "Bearer", ExpiresIn: int(auth.StaffSessionTTL / time.Second),
		ExpiresAt: g.Session.EndsAt, StaffID: g.Member.ID}), nil
}

func (h handler) registerStaffSessions(a *httpapi.API) {
	own := httpapi.StaffOnly()
	httpapi.Handle(a, httpapi.Operation{
		ID: "loginStaff", Method: http.MethodPost, Path: "/auth/staff/login", Tag: staffTag, Access: httpapi.Public(),
		Problems: []string{"login_failed"},
		Summary:  "Sign a member of staff in",
		Description: "Starts a session of 12 hours. What its token may do is looked up for each request. A wrong password, an unknown " +
			"e-mail, an " +
			"inactive member and one without a password get the same 401 `login_failed` after the same time. Limited like `login`.",
	}, func(ctx context.Context, in *struct{ Body auth.StaffLoginInput }) (*httpapi.Output[StaffToken], error) {
		return staffToken(h.auth.StaffLogin(ctx, in.Body, httpapi.ClientAddress(ctx)))
	})
	httpapi.Handle(a, httpapi.Operation{
		ID: "acceptStaffInvitation", Method: http.MethodPost, Path: "/auth/staff/accept", Tag: staffTag, Access: httpapi.Public(),
		Problems: []string{"login_failed"}, Summary: "Accept an invitation",
		Description: "Sets the password of the member of staff, ends their sessions and starts a new one. A token that is wrong, was used " +
			"or has " +
			"expired, or of a member who is inactive or has left, is the same 401 `login_failed`; a 422 does not use it up. At most 5 attempts a " +
			"minute from one client address.",
	}, func(ctx context.Context, in *struct{ Body auth.AcceptInput }) (*httpapi.Output[StaffToken], error) {
		return staffToken(h.auth.AcceptInvitation(ctx, in.Body, httpapi.ClientAddress(ctx)))
	})
	httpapi.Handle(a, httpapi.Operation{
		ID: "getStaffMe", Method: http.MethodGet, Path: "/auth/staff/me", Tag: staffTag, Access: own,
		Summary: "Get the member of staff who is signed in", Description: "With what they may do and where they are signed in.",
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[auth.StaffMe], error) {
		p, err := h.auth.GetStaffMe(ctx)
		return httpapi.Plain(p), err
	})
	httpapi.Handle(a, httpapi.Operation{
		ID: "changeStaffPassword", Method: http.MethodPost, Path: "/auth/staff/password", Tag: staffTag, Access: own,
		Status:   http.StatusNoContent,
		Problems: []string{"login_failed"}, Summary: "Change one's own password as staff",
		Description: "All other sessions end; this one goes on. A wrong current password is a 401 `login_failed`, and so is " +
			"any if there is none. " +
			"Limited like the login, and its failures count as failed logins.",
	}, func(ctx context.Context, in *passwordInput) (*httpapi.Nothing, error) {
		return &httpapi.Nothing{}, h.auth.ChangeStaffPassword(ctx, in.Body, httpapi.ClientAddress(ctx))
	})
	httpapi.Handle(a, httpapi.Operation{
		ID: "logoutStaff", Method: http.MethodPost, Path: "/auth/staff/logout", Tag: staffTag, Access: own, Status: http.StatusNoContent,
		Summary: "Sign out as staff", Description: "The session ends at once on every replica.",
	}, func(ctx context.Context, in *struct {
		Everywhere bool `query:"everywhere" doc:"End all sessions of the member of staff"`
	}) (*httpapi.Nothing, error) {
		return &httpapi.Nothing{}, h.auth.StaffLogout(ctx, in.Everywhere)
	})
}
