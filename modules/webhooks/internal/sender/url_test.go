package sender

import (
	"strings"
	"testing"
)

func TestCheckURLTakesWhatAWebhookMayHave(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"https://example.test", "http://example.test:8080/hook?a=b&c", "HTTPS://EXAMPLE.test/", "https://[2001:db8::1]:443/x",
		"http://10.0.0.1/", "http://localhost/", "https://bücher.example/", "https://my_hook.example.test./", "https://example.test/%20%2F",
		"https://example.test/" + strings.Repeat("ü", 2048-len("https://example.test/")),
	} {
		if err := CheckURL(url); err != nil {
			t.Errorf("%.60s: %v", url, err)
		}
	}
}

func TestCheckURLSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"":                                                  "must begin with http:// or https://",
		"example.test/hook":                                 "must begin with http:// or https://",
		"//example.test/":                                   "must begin with http:// or https://",
		"ftp://example.test/":                               "must begin with http:// or https://",
		"javascript:alert(1)":                               "must begin with http:// or https://",
		"file:///etc/passwd":                                "must begin with http:// or https://",
		"http:example.test":                                 "must name a host",
		"https://":                                          "must name a host",
		"https:///path":                                     "must name a host",
		"https://:8080/":                                    "must name a host",
		"https://user@example.test/":                        "must not contain a user name or password",
		"https://u:p@example.test/":                         "must not contain a user name or password",
		"https://@example.test/":                            "must not contain a user name or password",
		"https://.../":                                      "must have a host that is a name or an address",
		"https://x..com/":                                   "must have a host that is a name or an address",
		"https://x.example\u202e/":                          "must have a host that is a name or an address",
		"https://*.example.test/":                           "must have a host that is a name or an address",
		"https://example.test/#top":                         "must not contain a fragment (#)",
		"https://example.test/#":                            "must not contain a fragment (#)",
		"https://example.test:0/":                           "must have a port between 1 and 65535",
		"https://example.test:65536/":                       "must have a port between 1 and 65535",
		"https://example.test:http/":                        "is not a valid URL",
		"https://exa mple.test/":                            "is not a valid URL",
		"https://example.test/?q=a b":                       "must have %20 for a space",
		"https://example.test/\x7f":                         "is not a valid URL",
		"https://example.test/%zz":                          "is not a valid URL",
		"https://example.test/\xff":                         "is not a valid URL",
		"https://[::1/":                                     "is not a valid URL",
		"https://example.test/\r\nX:y":                      "is not a valid URL",
		"https://" + strings.Repeat("x", 64) + ".test/":     "must have a host that is a name or an address",
		"https://example.test/" + strings.Repeat("x", 2028): "must not be longer than 2048 characters",
	} {
		if err := CheckURL(url); err == nil || err.Error() != want {
			t.Errorf("%.60q: %v, want %s", url, err, want)
		}
	}
}
