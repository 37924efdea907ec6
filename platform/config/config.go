// Package config reads the settings. A flag overrides an environment variable, which overrides the file, which overrides the default.
// All errors are reported together.
package config

import (
	"reflect"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/secrets"
)

// Config holds all settings. Their names are the environment variables without PETCARE_; the file and the flags use the same names in
// lower case, such as webhooks.max_retries or --set webhooks_max_retries=3.
type Config struct {
	Address               string        `env:"ADDRESS" envDefault:"127.0.0.1:8080"`
	DatabaseURL           string        `env:"DATABASE_URL"`
	DatabasePool          int           `env:"DATABASE_POOL" envDefault:"8"`
	DataDir               string        `env:"DATA_DIR"`
	JWTKeys               secrets.Keys  `env:"JWT_KEYS"`
	SealKeys              secrets.Keys  `env:"SEAL_KEYS"`
	AccessTTL             time.Duration `env:"ACCESS_TTL" envDefault:"15m"`
	RefreshTTL            time.Duration `env:"REFRESH_TTL" envDefault:"336h"`
	RateLimit             float64       `env:"RATE_LIMIT" envDefault:"50"`
	RateBurst             int           `env:"RATE_BURST" envDefault:"200"`
	OrganizationRateLimit *float64      `env:"ORGANIZATION_RATE_LIMIT"` // nil: see OrganizationRate
	RequestTimeout        time.Duration `env:"REQUEST_TIMEOUT" envDefault:"15s"`
	ShutdownTimeout       time.Duration `env:"SHUTDOWN_TIMEOUT" envDefault:"20s"`
	CORSOrigins           []string      `env:"CORS_ORIGINS"`
	Console               bool          `env:"CONSOLE" envDefault:"true"`
	ConsoleKeys           bool          `env:"CONSOLE_KEYS" envDefault:"true"`
	OIDC                  OIDC          `envPrefix:"OIDC_"`
	TrustProxy            Networks      `env:"TRUST_PROXY"`
	MetricsAddress        string        `env:"METRICS_ADDRESS" envDefault:"127.0.0.1:9090"`
	TracesEndpoint        string        `env:"TRACES_ENDPOINT"`
	LogLevel              string        `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat             string        `env:"LOG_FORMAT"`
	SlowQuery             time.Duration `env:"SLOW_QUERY" envDefault:"500ms"`
	EventsKeep            Days          `env:"EVENTS_KEEP" envDefault:"30d"`
	Webhooks              Webhooks      `envPrefix:"WEBHOOKS_"`
	Files                 Files         `envPrefix:"FILES_"`

	sections        map[reflect.Type]any // of modules
	databaseURLName string
}

// OrganizationRate is how many requests a second all keys of an organization may send together: unless it is set, eight times as many as
// one.
func (c Config) OrganizationRate() float64 {
	if c.OrganizationRateLimit != nil {
		return *c.OrganizationRateLimit
	}
	return 8 * c.RateLimit
}

// DatabaseURLName returns where the database URL was given: "PETCARE_DATABASE_URL" or "petcare.yaml: database_url".
func (c Config) DatabaseURLName() string { return c.databaseURLName }

// HasPostgresURL reports whether the database URL begins like one; package postgres checks the rest.
func (c Config) HasPostgresURL() bool {
	return strings.HasPrefix(c.DatabaseURL, "postgres://") || strings.HasPrefix(c.DatabaseURL, "postgresql://")
}

// Files are the settings of files. Without an endpoint of S3, their bytes are in the database.
type Files struct {
	AccountLimit int64  `env:"ACCOUNT_LIMIT" envDefault:"2048"` // MiB of all files of an account
	S3Endpoint   string `env:"S3_ENDPOINT"`
	S3Bucket     string `env:"S3_BUCKET"`
	S3Region     string `env:"S3_REGION"`
	S3AccessKey  string `env:"S3_ACCESS_KEY"`
	S3SecretKey  string `env:"S3_SECRET_KEY"`
	S3Plain      bool   `env:"S3_PLAIN" envDefault:"false"` // http, without TLS
}

// Webhooks are the settings of webhook deliveries.
type Webhooks struct {
	Backoff              time.Duration `env:"BACKOFF" envDefault:"5m"`
	BackoffMultiplier    float64       `env:"BACKOFF_MULTIPLIER" envDefault:"1"`
	MaxRetries           int           `env:"MAX_RETRIES" envDefault:"8"`
	Window               time.Duration `env:"WINDOW" envDefault:"24h"`
	Timeout              time.Duration `env:"TIMEOUT" envDefault:"10s"`
	Concurrency          int           `env:"CONCURRENCY" envDefault:"128"`
	PerEndpoint          int           `env:"PER_ENDPOINT" envDefault:"10"`
	AllowPrivateNetworks bool          `env:"ALLOW_PRIVATE_NETWORKS" envDefault:"false"`
}
