// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

// The headers of a delivery. Only the signatures, the timestamps and HeaderStandardID are covered by a signature:
// HeaderEvent is there for routing and logs, the type to act on is Envelope.Type.
const (
	HeaderEvent             = "X-Service-Event"
	HeaderTimestamp         = "X-Service-Timestamp"
	HeaderSignature         = "X-Service-Signature"
	HeaderSignaturePrevious = "X-Service-Signature-Previous"

	HeaderStandardID        = "Webhook-Id"
	HeaderStandardTimestamp = "Webhook-Timestamp"
	HeaderStandardSignature = "Webhook-Signature"
)
