package httpapi

import (
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// etag returns the entity tag of a version.
func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// listOf returns a header that is a list. Several lines of it are one list.
func listOf(header http.Header, name string) string { return strings.Join(header[name], ", ") }

// matchesNone evaluates If-None-Match for the current tag, by weak comparison.
func matchesNone(header, tag string) bool {
	if strings.TrimSpace(header) == "*" {
		return true
	}
	for part := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(part), "W/") == tag {
			return true
		}
	}
	return false
}

// hasVersion reports whether an operation accepts If-Match.
func hasVersion(input reflect.Type) bool {
	_, ok := input.FieldByName("IfMatch")
	return ok
}

var tags = regexp.MustCompile(`^\s*(\*|(W/)?"[\x21\x23-\x7e]*"(\s*,\s*(W/)?"[\x21\x23-\x7e]*")*)\s*$`)

// checkMatch reports an If-Match that is not a list of entity tags, or empty, because its sender expects a check.
func checkMatch(header http.Header, faults *schema.Faults) {
	if _, given := header["If-Match"]; !given {
		return
	}
	if list := listOf(header, "If-Match"); tags.MatchString(list) {
		header.Set("If-Match", list)
		return
	}
	faults.Add("header.If-Match", "format", `is not an entity tag such as "3", in its quotes, as ETag shows it`)
}

// rejectMatch fails if there is an If-Match for something without a version, such as the order of a list.
func rejectMatch(header string) error {
	if header = strings.TrimSpace(header); header == "" || header == "*" {
		return nil
	}
	return problem(http.StatusPreconditionFailed, "version_mismatch", "this has no version of its own: send no If-Match")
}

// preconditionOf parses If-Match for strong comparison. Tags that are not versions match nothing.
func preconditionOf(header string) patch.Precondition {
	header = strings.TrimSpace(header)
	if header == "" || header == "*" {
		return patch.Precondition{}
	}
	versions := []int64{}
	for part := range strings.SplitSeq(header, ",") {
		tag := strings.TrimSpace(part)
		if len(tag) < 3 || tag[0] != '"' || tag[len(tag)-1] != '"' {
			continue
		}
		if v, err := strconv.ParseInt(tag[1:len(tag)-1], 10, 64); err == nil && etag(v) == tag {
			versions = append(versions, v)
		}
	}
	return patch.IfMatch(versions)
}
