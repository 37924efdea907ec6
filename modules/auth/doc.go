// Package auth knows who asks: it keeps API keys, logs customers in and answers whose credential a request carries.
package auth
