// Package sender makes a single attempt to deliver an event to a URL.
package sender
