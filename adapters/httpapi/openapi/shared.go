package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// What is described once and referred to by all operations: problems and headers.

// problemCodes are the codes that a status has when nothing more special is wrong.
var problemCodes = map[int]string{
	http.StatusBadRequest: "malformed_json", http.StatusUnauthorized: "unauthenticated", http.StatusForbidden: "ability_missing",
	http.StatusNotFound: "not_found", http.StatusNotAcceptable: "not_acceptable", http.StatusConflict: "conflict",
	http.StatusPreconditionFailed: "version_mismatch", http.StatusRequestEntityTooLarge: "payload_too_large",
	http.StatusUnsupportedMediaType: "unsupported_media_type", http.StatusUnprocessableEntity: "validation_failed",
	http.StatusTooManyRequests: "rate_limited", http.StatusInternalServerError: "internal", http.StatusServiceUnavailable: "unavailable",
}

func problemName(status string) string { return "Problem" + status }

func problemResponses() map[string]any {
	all := map[string]any{}
	for status, code := range problemCodes {
		headers := headersOf(everyHeader...)
		switch status {
		case http.StatusUnauthorized:
			addHeaders(headers, "WWW-Authenticate")
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			addHeaders(headers, "Retry-After")
		}
		all[problemName(strconv.Itoa(status))] = map[string]any{
			"description": title(code), "headers": headers,
			"content": map[string]any{"application/problem+json": map[string]any{
				"schema": map[string]any{"$ref": "#/components/schemas/Problem"}, "example": problemExample(status, code)}},
		}
	}
	return all
}

func problemExample(status int, code string) any {
	faults := []any{}
	if status == http.StatusUnprocessableEntity {
		faults = append(faults, map[string]any{"location": "body.email", "code": "format", "message": "is not an e-mail address"})
	}
	return map[string]any{
		"type": "urn:petcare:problem:" + code, "title": title(code), "status": status, "code": code, "detail": title(code),
		"request_id": "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11", "errors": faults,
	}
}

// everyHeader is on every answer.
var everyHeader = []string{"X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Access-Control-Allow-Origin"}

func headersOf(names ...string) map[string]any {
	headers := map[string]any{}
	addHeaders(headers, names...)
	return headers
}

func headerRef(name string) map[string]any {
	return map[string]any{"$ref": "#/components/headers/" + name}
}

func sharedHeaders() map[string]any {
	text := func(description, example string) map[string]any {
		return map[string]any{"description": description, "example": example,
			"schema": map[string]any{"type": "string", "maxLength": 1000, "pattern": "^[ -~]*$"}}
	}
	number := func(description string, example int) map[string]any {
		return map[string]any{"description": description, "example": example,
			"schema": map[string]any{"type": "integer", "format": "int32", "minimum": 0, "maximum": 2147483647}}
	}
	return map[string]any{
		"X-Request-Id":                text("The id of the request: the client's when it sent a sound one, else a new one", "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11"),
		"RateLimit-Limit":             number("How many requests the bucket holds", 200),
		"RateLimit-Remaining":         number("How many are left in it now", 199),
		"RateLimit-Reset":             number("Seconds until it is full again", 1),
		"Retry-After":                 number("Seconds after which another try makes sense", 1),
		"WWW-Authenticate":            text("The schemes that could have worked", `ApiKey realm="petcare"`),
		"Idempotency-Replayed":        text("true when the answer is the kept answer of an earlier request", "true"),
		"Access-Control-Allow-Origin": text("The origin of the request when it is one of the configured ones; without configured origins it is never there", "https://desk.example.com"),
	}
}

// bound states the limits that follow from a string's format, and for free text that it holds no NUL.
func bound(node any) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			bound(v)
		}
	case map[string]any:
		delete(node, "patternDescription") // Huma's words for people; JSON Schema does not know it
		if kindOf(node) == "string" {
			boundText(node)
		}
		for key, v := range node {
			if key != "example" && key != "examples" && key != "default" {
				bound(v)
			}
		}
	}
}

func boundText(schema map[string]any) {
	if _, ok := schema["enum"]; ok {
		return
	}
	format, _ := schema["format"].(string)
	if n, ok := map[string]int{"date-time": 35, "date": 10, "uuid": 36}[format]; ok && schema["maxLength"] == nil {
		schema["maxLength"] = n
	}
	if format == "" && schema["pattern"] == nil && !slices.Contains([]any{"binary"}, schema["contentEncoding"]) {
		schema["pattern"] = `^[^\u0000]*$`
	}
}

// title is a code as words.
func title(code string) string {
	words := strings.ReplaceAll(code, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}
