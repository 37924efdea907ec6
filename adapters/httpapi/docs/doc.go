// Package docs serves the page that shows the OpenAPI document in a browser, with everything it needs out of the
// program itself.
package docs
