// Package secrets encrypts values so that they cannot be read in the database or its backups, and signs values.
package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Key is an application key. Sealed values contain its ID, so that keys can be rotated.
type Key struct {
	ID     string
	Secret []byte
}

// Box seals with its first key and opens with any of its keys.
type Box struct {
	first string
	keys  map[string]cipher.AEAD
	signs map[string][]byte // keys for Sign
}

// NewBox derives separate keys for sealing and signing from each application key (HKDF-SHA-256), so that the same keys can be used
// for other purposes, too. It fails without a key.
func NewBox(keys []Key) (*Box, error) {
	if len(keys) == 0 {
		return nil, errors.New("there is no key to seal with")
	}
	b := &Box{first: keys[0].ID, keys: map[string]cipher.AEAD{}, signs: map[string][]byte{}}
	for _, k := range keys {
		derived, err := hkdf.Key(sha256.New, k.Secret, nil, "petcare sealing 1", 32)
		if err != nil {
			return nil, fmt.Errorf("derive the sealing key of %s: %w", k.ID, err)
		}
		if b.signs[k.ID], err = hkdf.Key(sha256.New, k.Secret, nil, "petcare signing 1", 32); err != nil {
			return nil, fmt.Errorf("derive the signing key of %s: %w", k.ID, err)
		}
		block, err := aes.NewCipher(derived)
		if err != nil {
			return nil, fmt.Errorf("prepare the sealing key of %s: %w", k.ID, err)
		}
		if b.keys[k.ID], err = cipher.NewGCM(block); err != nil {
			return nil, fmt.Errorf("prepare the sealing key of %s: %w", k.ID, err)
		}
	}
	return b, nil
}

// Seal encrypts plain with AES-256-GCM and a random nonce. The result only opens for the same purpose, which names its use and its
// record. It consists of the length of the key id, the key id, the nonce and the ciphertext.
func (b *Box) Seal(plain []byte, purpose string) []byte {
	aead := b.keys[b.first]
	sealed := append([]byte{byte(len(b.first))}, b.first...)
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand crashes the program instead
	sealed = append(sealed, nonce...)
	return aead.Seal(sealed, nonce, plain, []byte(purpose))
}

// cutKeyID cuts the length and the ID of the key off a sealed or signed value. ok is false if the value is too short.
func cutKeyID(value []byte) (id string, rest []byte, ok bool) {
	if len(value) == 0 || len(value)-1 < int(value[0]) {
		return "", nil, false
	}
	end := 1 + int(value[0])
	return string(value[1:end]), value[end:], true
}

// Open decrypts the result of Seal for the same purpose.
func (b *Box) Open(sealed []byte, purpose string) ([]byte, error) {
	id, rest, ok := cutKeyID(sealed)
	if !ok {
		return nil, errors.New("open a sealed value: it is cut off")
	}
	aead, ok := b.keys[id]
	if !ok {
		return nil, fmt.Errorf("open a sealed value: its key %q is not configured", id)
	}
	if len(rest) < aead.NonceSize() {
		return nil, errors.New("open a sealed value: it is cut off")
	}
	plain, err := aead.Open(nil, rest[:aead.NonceSize()], rest[aead.NonceSize():], []byte(purpose))
	if err != nil {
		return nil, errors.New("open a sealed value: it was changed or sealed for something else")
	}
	return plain, nil
}
