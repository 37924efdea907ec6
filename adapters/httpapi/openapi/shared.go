package openapi

import (
	"maps"
	"slices"
)

// Components that are described once and referred to by all operations. Each document has a copy.

func idempotencyKey() object {
	return object{
		"name": "Idempotency-Key", "in": "header", "example": "5f0c6f1e-order-17",
		"description": "Makes the request safe to send again: for 24 hours repeats get the first answer, with Idempotency-Replayed: true. " +
			"Not kept are a 5xx and what is refused before it is carried out: 400, 401, 403, 413, 415, 429, and a 422 that needs no stored data. " +
			"A phone number in national form needs some: the account's country.",
		"schema": object{"type": "string", "minLength": 1, "maxLength": 255},
	}
}

func ifNoneMatch() object {
	return object{
		"name": "If-None-Match", "in": "header", "example": `"3"`,
		"description": "The ETag of the version at hand: 304 when it is still current. What a record shows of others, such as the name of " +
			"a secondary pet status, the time of the last login, and what the form shows to customers are no part of its version.",
		"schema": object{"type": "string"},
	}
}

// problems documents the codes of all problems by status.
const problems = `Any answer that is not a success. Its code tells what is wrong. Every operation can answer validation_failed,
not_acceptable, method_not_allowed, payload_too_large, rate_limited, internal and unavailable and, unless it is open to everybody,
ambiguous_credentials, unauthenticated, ability_missing and forbidden. Which others it can answer stands in its description.

| status | codes |
|---|---|
| 400 | malformed_json, ambiguous_credentials |
| 401 | unauthenticated, login_failed |
| 403 | ability_missing, forbidden, built_in |
| 404 | not_found |
| 405 | method_not_allowed |
| 406 | not_acceptable |
| 409 | conflict, duplicate, in_use, account_inactive, idempotency_in_progress, idempotency_replay_too_large |
| 410 | cursor_expired |
| 412 | version_mismatch |
| 413 | payload_too_large |
| 415 | unsupported_media_type |
| 422 | validation_failed, too_large, idempotency_key_reused |
| 429 | rate_limited |
| 500 | internal |
| 503 | unavailable |
`

// onProblems are the headers that problems may have.
var onProblems = []string{"Accept-Patch", "Allow", "Idempotency-Replayed", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
	"Retry-After", "WWW-Authenticate", "X-Request-Id"}

func responses() object {
	carried := object{}
	for _, name := range onProblems {
		carried[name] = object{"$ref": "#/components/headers/" + name}
	}
	return object{
		"Delivered": object{"description": "Delivered. A 4xx is final; anything else, or no answer in time, is tried again"},
		"NotModified": object{"description": "If-None-Match names the current version", "headers": object{
			"ETag": object{"$ref": "#/components/headers/ETag"}}},
		"Problem": object{"description": problems, "headers": carried, "content": object{
			"application/problem+json": object{"schema": object{"$ref": schemas + "Problem"}}}},
	}
}

func headers() object {
	text := func(description, example string) object {
		return object{"description": description, "example": example, "schema": object{"type": "string"}}
	}
	number := func(description string, example int) object {
		return object{"description": description, "example": example, "schema": object{"type": "integer"}}
	}
	return object{
		"ETag":         text("The version of the record, for If-Match and If-None-Match", `"3"`),
		"Accept-Patch": text("With 415 of a PATCH: the media types that it takes", "application/merge-patch+json, application/json"),
		"Allow":        text("With 405: the methods of the path", "GET, POST, HEAD"),
		"Idempotency-Replayed": object{"description": "The answer to an earlier request with this Idempotency-Key, also a success",
			"example": true, "schema": object{"type": "boolean"}},
		"RateLimit-Limit":     number("How many requests may come at once; on every answer, unless the rate limit is off", 200),
		"RateLimit-Remaining": number("How many of them are left; on every answer, too", 199),
		"RateLimit-Reset":     number("Seconds until all of them are left again; on every answer, too", 1),
		"Retry-After":         number("With 429 and 503: seconds until another try makes sense", 1),
		"WWW-Authenticate":    text("With 401: a scheme of credentials; one header for each", `ApiKey realm="petcare"`),
		"X-Request-Id":        text("The id of the request, that of its own header if it has one; on every answer", "order-17"),
	}
}

// deliveryHeaders returns the headers of deliveries as parameters. None is required, because the document of 1.0.0 had none of them. The
// verifier of the webhooks module has the same names.
func deliveryHeaders() object {
	header := func(name, example, description string) object {
		return object{"name": name, "in": "header", "description": description, "example": example,
			"schema": object{"type": "string"}}
	}
	const hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
	return object{
		"XServiceEvent": header("X-Service-Event", "pet.updated", "The type of the event; it is not signed"),
		"XServiceTimestamp": header("X-Service-Timestamp", "1773480413",
			"When this attempt was made, in Unix seconds; reject one that is more than 5 minutes old"),
		"XServiceSignature": header("X-Service-Signature", "sha256="+hex,
			"sha256= and the lower-case hex of HMAC-SHA256, with the secret as key, over the timestamp, a dot and the raw body"),
		"XServiceSignaturePrevious": header("X-Service-Signature-Previous", "sha256="+hex,
			"The same with the secret before, only for 24 hours after a rotation"),
		"WebhookId": header("webhook-id", "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11",
			"The id of the event. The three headers webhook-… are those of the Standard Webhooks specification"),
		"WebhookTimestamp": header("webhook-timestamp", "1773480413", "The same as X-Service-Timestamp"),
		"WebhookSignature": header("webhook-signature", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
			"Signatures of that specification, separated by spaces: after a rotation there are two for 24 hours"),
	}
}

// refsToDeliveryHeaders returns references to the parameters of every webhook.
func refsToDeliveryHeaders() (refs []any) {
	for _, name := range slices.Sorted(maps.Keys(deliveryHeaders())) {
		refs = append(refs, object{"$ref": "#/components/parameters/" + name})
	}
	return refs
}
