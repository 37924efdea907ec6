// Package auth authenticates requests: it manages API keys, logs customers in, and resolves credentials.
package auth
