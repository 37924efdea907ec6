package sender

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const maxURL = 2048

// hostForm is the form of a host name: labels of 1 to 63 characters. The resolver encodes what is not ASCII.
var hostForm = regexp.MustCompile(`^([\p{L}\p{M}\p{N}_-]{1,63}\.)*[\p{L}\p{M}\p{N}_-]{1,63}\.?$`)

// CheckURL validates the URL of a webhook. It must be absolute, http or https, at most 2048 characters long, and have a host. It must
// not have spaces in its query, user info, which would be stored and shown in plain text, or a fragment, which is never sent. The
// host is only resolved and checked on connecting. The error is for the person who entered the URL.
func CheckURL(raw string) error {
	if utf8.RuneCountInString(raw) > maxURL {
		return errors.New("must not be longer than " + strconv.Itoa(maxURL) + " characters")
	}
	u, err := url.Parse(raw)
	if err != nil || !utf8.ValidString(raw) {
		return errors.New("is not a valid URL")
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("must begin with http:// or https://")
	case u.User != nil:
		return errors.New("must not contain a user name or password")
	case u.Hostname() == "":
		return errors.New("must name a host")
	case !isHost(u.Hostname()):
		return errors.New("must have a host that is a name or an address")
	case strings.Contains(u.RawQuery, " "): // paths are escaped when sent, queries are not
		return errors.New("must have %20 for a space")
	case strings.Contains(raw, "#"):
		return errors.New("must not contain a fragment (#)")
	}
	return checkPort(u)
}

func isHost(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || len(host) <= 254 && hostForm.MatchString(host)
}

func checkPort(u *url.URL) error {
	text := u.Port()
	if text == "" {
		return nil
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 1 || port > 65535 {
		return errors.New("must have a port between 1 and 65535")
	}
	return nil
}
