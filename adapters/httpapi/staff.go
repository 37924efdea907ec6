package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/text"
)

// The headers with which an API key names the person that it acts for.
const (
	staffIDHeader   = "X-Staff-Id"
	staffNameHeader = "X-Staff-Name"
	actStaff        = "act:staff" // the ability that is required for them
)

const (
	maxStaffID   = 100
	maxStaffName = 120
)

// actingFor returns the person that the caller acts for, or nil. It adds what is wrong with the headers.
func actingFor(c caller.Caller, h http.Header, faults *schema.Faults) (*caller.StaffMember, error) {
	idValues, nameValues := h.Values(staffIDHeader), h.Values(staffNameHeader)
	if len(idValues) == 0 && len(nameValues) == 0 {
		return nil, nil
	}
	if c.Kind != caller.APIKey {
		return nil, apperr.NewForbidden("forbidden", "only API keys act for staff")
	}
	if !c.Holds(actStaff) {
		return nil, apperr.NewForbidden("ability_missing", "this API key needs the ability "+actStaff+" to send "+staffIDHeader)
	}
	m := &caller.StaffMember{}
	switch {
	case len(idValues) == 0:
		faults.Add("header."+staffIDHeader, "required", "is required with "+staffNameHeader)
	case len(idValues) > 1 || idValues[0] == "" || len(idValues[0]) > maxStaffID || !visible(idValues[0]):
		faults.Add("header."+staffIDHeader, "format", "is one value of 1 to 100 visible ASCII characters")
	default:
		m.ID, m.Name = idValues[0], idValues[0]
	}
	if len(nameValues) > 0 {
		name, err := url.PathUnescape(nameValues[0]) // unlike QueryUnescape, it does not decode +
		isASCII := visible(strings.ReplaceAll(nameValues[0], " ", ""))
		name = text.Clean(name)
		n := text.Len(name)
		if err != nil || len(nameValues) > 1 || !isASCII || !text.Valid(name) || n < 1 || n > maxStaffName ||
			strings.ContainsFunc(name, rewrites) {
			faults.Add("header."+staffNameHeader, "format", "is one value of 1 to 120 characters in percent-encoded UTF-8 without control "+
				"characters, such as Ana%20Gon%C3%A7alves")
		}
		m.Name = name
	}
	return m, nil
}

// rewrites holds for characters that change how the text around them is shown: a name with them could pass for another one. Joiners,
// which some scripts need, are not among them.
func rewrites(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
