package sender

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
)

// tlsError begins the texts of the errors of crypto/tls, of which few have a type. Alerts are in a net.OpError of their own kinds.
const tlsError = "tls: "

const (
	otherHost     failure = "the TLS certificate is for another host"
	expired       failure = "the TLS certificate has expired or is not valid yet"
	unknownIssuer failure = "the TLS certificate is not from a known authority"
	badCert       failure = "the TLS certificate is not valid"
	notTLS        failure = "the host does not speak TLS"
	handshake     failure = "the TLS handshake failed"
)

// explainTLS returns none if err is not a TLS error.
func explainTLS(err error) failure {
	var (
		hostname   x509.HostnameError
		authority  x509.UnknownAuthorityError
		invalid    x509.CertificateInvalidError
		unverified *tls.CertificateVerificationError
		record     tls.RecordHeaderError
		connection *net.OpError
	)
	switch {
	case errors.As(err, &hostname):
		return otherHost
	case errors.As(err, &authority):
		return unknownIssuer
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return expired
	case errors.As(err, &invalid), errors.As(err, &unverified):
		return badCert
	case errors.As(err, &record):
		return notTLS
	case errors.As(err, &connection) && (connection.Op == "remote error" || connection.Op == "local error"),
		strings.HasPrefix(err.Error(), tlsError):
		return handshake
	default:
		return none
	}
}
