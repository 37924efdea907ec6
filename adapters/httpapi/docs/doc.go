// Package docs serves a page that shows the OpenAPI document in a browser. Everything it needs is embedded.
package docs
