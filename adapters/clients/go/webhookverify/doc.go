// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

// Package webhookverify checks and decodes the webhooks that petcare sends, for the programs that receive them.
//
// It needs the standard library only and stands alone, so that a receiver may import it or copy the folder. Sign and
// SignStandard are the very functions that petcare signs with; a receiver's tests can use them to make requests.
package webhookverify
