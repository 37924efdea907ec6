package webhookverify_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

// A receiver that passes verified events to a function and rejects everything else.
func ExampleVerifier_Handler() {
	verifier, err := webhookverify.New(webhookverify.Options{
		Secrets: []string{"whsec_bXkgdmVyeSBvd24gc2VjcmV0IGtleQ=="},   // from your configuration
		Clock:   func() time.Time { return time.Unix(1772359200, 0) }, // only for this example; the default is time.Now
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	hook := verifier.Handler(func(_ context.Context, event *webhookverify.Envelope) error {
		var pet struct{ Name string }
		if err := json.Unmarshal(event.Data.Object, &pet); err != nil {
			return err
		}
		fmt.Println(event.Type, event.Sequence, pet.Name)
		return nil
	}, func(_ *http.Request, err error) { fmt.Println(err) })

	// A delivery of petcare, as a test can make it.
	body := `{"id":"e1","type":"pet.updated","sequence":12,"data":{"object":{"name":"Rex"},"previous":{"name":"Max"}}}`
	request := httptest.NewRequest(http.MethodPost, "/petcare", strings.NewReader(body))
	request.Header.Set(webhookverify.HeaderTimestamp, "1772359190")
	request.Header.Set(webhookverify.HeaderSignature,
		webhookverify.Sign("whsec_bXkgdmVyeSBvd24gc2VjcmV0IGtleQ==", time.Unix(1772359190, 0), []byte(body)))

	answer := httptest.NewRecorder()
	hook.ServeHTTP(answer, request)
	fmt.Println(answer.Code)

	request.Body = http.NoBody // the body was lost
	answer = httptest.NewRecorder()
	hook.ServeHTTP(answer, request)
	fmt.Println(answer.Code)
	// Output:
	// pet.updated 12 Rex
	// 204
	// webhook rejected: signature does not match: X-Service-Signature
	// 401
}

// Receivers with another framework verify the headers and bytes that it provides.
func ExampleVerifier_Verify() {
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: []string{"a secret that you chose"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	body := []byte(`{"id":"e2","type":"breed.deleted","data":{"object":{},"previous":null}}`)
	header := http.Header{}
	header.Set(webhookverify.HeaderTimestamp, "1772359190") // too long ago
	header.Set(webhookverify.HeaderSignature, webhookverify.Sign("a secret that you chose", time.Unix(1772359190, 0), body))

	_, err = verifier.Verify(header, body)
	fmt.Println(errors.Is(err, webhookverify.StaleTimestamp))
	// Output: true
}

func ExampleSign() {
	fmt.Println(webhookverify.Sign("a secret that you chose", time.Unix(1772359200, 0), []byte(`{}`)))
	// Output: sha256=9dd224e83de94b67bb5b1c956cc4312c465e58b6497c65a63b281d1bd5993fe2
}
