package config

import (
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// check maps each setting that is out of range to a message.
func (c Config) check() map[string]string {
	faults := map[string]string{}
	fault := func(ok bool, setting, say string) {
		if !ok {
			faults[setting] = say
		}
	}
	fault(isAddress(c.Address), "ADDRESS", "is not host:port")
	fault(c.MetricsAddress == "" || isAddress(c.MetricsAddress), "METRICS_ADDRESS", "is not host:port (or empty: off)")
	fault(c.TracesEndpoint == "" || isCollector(c.TracesEndpoint), "TRACES_ENDPOINT", "is not an http:// or https:// URL without "+
		"user name and password (or empty: off)")
	fault(c.DatabaseURL == "" || c.HasPostgresURL(), "DATABASE_URL", "is not a postgres:// URL")
	fault(c.DatabasePool >= 2 && c.DatabasePool <= 1000, "DATABASE_POOL", "is 2 to 1000 connections")
	fault(c.RateLimit >= 0 && !math.IsInf(c.RateLimit, 1), "RATE_LIMIT", "is a finite number of requests a second, 0 is off")
	o := c.OrganizationRateLimit
	fault(o == nil || *o >= 0 && !math.IsInf(*o, 1), "ORGANIZATION_RATE_LIMIT",
		"is a finite number of requests a second, 0 is off")
	fault(c.RateBurst >= 0, "RATE_BURST", "is at least 0, which is off")
	fault(c.RequestTimeout > 0 && c.RequestTimeout <= 24*time.Hour, "REQUEST_TIMEOUT", "is longer than 0 and at most 24h")
	fault(c.ShutdownTimeout > 0, "SHUTDOWN_TIMEOUT", "is longer than 0")
	fault(!slices.ContainsFunc(c.CORSOrigins, func(o string) bool { return !isOrigin(o) }), "CORS_ORIGINS",
		"is origins as browsers send them, such as https://desk.example.com (no path, no slash at the end, no port 443), or *")
	fault(c.AccessTTL >= time.Second, "ACCESS_TTL", "is at least 1s")
	fault(c.RefreshTTL >= c.AccessTTL, "REFRESH_TTL", "is at least as long as PETCARE_ACCESS_TTL")
	fault(slices.Contains([]string{"trace", "debug", "info", "warn", "error"}, c.LogLevel), "LOG_LEVEL",
		"is trace, debug, info, warn or error")
	fault(slices.Contains([]string{"", "json", "console"}, c.LogFormat), "LOG_FORMAT", "is json or console")
	fault(c.SlowQuery >= 0, "SLOW_QUERY", "is at least 0s, which is off")
	fault(c.EventsKeep >= Days(24*time.Hour) && c.EventsKeep <= 3660*Days(24*time.Hour), "EVENTS_KEEP", "is 1d to 3660d")
	c.OIDC.check(fault)
	w := c.Webhooks
	fault(w.Backoff > 0, "WEBHOOKS_BACKOFF", "is longer than 0")
	fault(w.BackoffMultiplier >= 1 && !math.IsInf(w.BackoffMultiplier, 1), "WEBHOOKS_BACKOFF_MULTIPLIER", "is at least 1 and finite")
	fault(w.MaxRetries >= 0 && w.MaxRetries <= 100, "WEBHOOKS_MAX_RETRIES", "is 0 to 100")
	fault(w.Window > 0, "WEBHOOKS_WINDOW", "is longer than 0")
	fault(w.Timeout > 0, "WEBHOOKS_TIMEOUT", "is longer than 0")
	fault(w.Concurrency >= 1 && w.Concurrency <= 10_000, "WEBHOOKS_CONCURRENCY", "is 1 to 10000")
	fault(w.PerEndpoint >= 1 && w.PerEndpoint <= 10_000, "WEBHOOKS_PER_ENDPOINT", "is 1 to 10000")
	f := c.Files
	fault(f.AccountLimit >= 1 && f.AccountLimit <= 1<<30, "FILES_ACCOUNT_LIMIT", "is 1 MiB or more")
	fault(f.S3Endpoint == "" || !strings.ContainsAny(f.S3Endpoint, "/@"), "FILES_S3_ENDPOINT", "is a host, or host:port, without https://")
	for name, value := range map[string]string{"BUCKET": f.S3Bucket, "ACCESS_KEY": f.S3AccessKey, "SECRET_KEY": f.S3SecretKey} {
		fault(f.S3Endpoint == "" || value != "", "FILES_S3_"+name, "is missing, which FILES_S3_ENDPOINT needs")
	}
	return faults
}

func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// isOrigin rejects what no browser sends as its origin: it would never match. Browsers leave out the port that the scheme implies.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		return false
	}
	return s == "*" || u.Scheme != "" && u.Host != "" && s == u.Scheme+"://"+u.Host && s == strings.ToLower(s)
}

// isCollector rejects user info in the URL: the exporter ignores it, but errors would show it.
func isCollector(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
