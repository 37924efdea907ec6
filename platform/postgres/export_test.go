package postgres

// ErrEnded is errEnded.
var ErrEnded = errEnded

// IsSupported is isSupported.
var IsSupported = isSupported
