// Package webhookverify verifies and decodes the webhooks that petcare sends, for use in receivers.
//
// It depends only on the standard library, so that a receiver can import it or copy the folder. petcare itself signs with Sign and
// SignStandard; a receiver's tests can use them to make requests.
package webhookverify
