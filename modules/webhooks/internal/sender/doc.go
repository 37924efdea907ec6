// Package sender makes one attempt to deliver one event to one URL and tells what came of it.
package sender
