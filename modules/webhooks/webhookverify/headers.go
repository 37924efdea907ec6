package webhookverify

// The headers of a delivery. Besides the body, the signatures only cover the timestamps and HeaderStandardID. HeaderEvent is for
// routing and logging; rely on Envelope.Type instead.
const (
	HeaderEvent             = "X-Service-Event"
	HeaderTimestamp         = "X-Service-Timestamp"
	HeaderSignature         = "X-Service-Signature"
	HeaderSignaturePrevious = "X-Service-Signature-Previous"

	HeaderStandardID        = "Webhook-Id"
	HeaderStandardTimestamp = "Webhook-Timestamp"
	HeaderStandardSignature = "Webhook-Signature"
)
