package webhooksfx

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestSecretIsShownWhenItIsSetAndNeverAgain(t *testing.T) {
	t.Parallel()
	h := open(shared(t), settings(), false)
	b := h.business(1)
	made := h.webhook(b, "https://example.com/")
	if !strings.HasPrefix(made.Secret, "whsec_") || len(made.Secret) != 50 || made.SecretHint != made.Secret[46:] {
		t.Errorf("%+v", made)
	}
	own := "correct horse battery ü"
	given, err := h.service.Create(b.key, webhooks.WebhookCreate{URL: "https://example.com/", EventTypes: []string{"*"}, Secret: &own})
	if err != nil || given.Secret != own || given.SecretHint != "ry ü" {
		t.Errorf("%+v %v", given, err)
	}
	name := "CRM"
	plain, err := h.service.Update(b.key, made.ID, webhooks.WebhookPatch{Description: patch.Of(name)}, patch.Precondition{})
	if err != nil || plain.Secret != "" || plain.Version != 2 {
		t.Errorf("%+v %v", plain, err)
	}
	rotated, err := h.service.Update(b.key, made.ID, webhooks.WebhookPatch{RotateSecret: patch.Of(true)}, patch.Precondition{})
	if err != nil || rotated.Secret == made.Secret || rotated.Secret == "" || rotated.Version != 3 || rotated.SecretHint != rotated.Secret[46:] {
		t.Errorf("%+v %v", rotated, err)
	}
	page, err := h.service.List(b.key, pageOf(10))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(page.Items)
	if strings.Contains(string(text), `"secret":`) || strings.Contains(string(text), rotated.Secret) {
		t.Errorf("listed: %s", text)
	}
	n := h.Count("select count(*) from webhooks.webhooks where position($1::bytea in secret) > 0 or position($1::bytea in previous_secret) > 0", []byte(made.Secret))
	if n != 0 {
		t.Error("a secret is in the table in the clear")
	}
}

func TestEveryWrongFieldIsNamed(t *testing.T) {
	t.Parallel()
	h := open(shared(t), settings(), false)
	b, stranger := h.business(1), h.business(1)
	short := "too short"
	_, err := h.service.Create(b.key, webhooks.WebhookCreate{
		URL: "ftp://x", EventTypes: []string{"pet.created", "pet.eaten", "bird.*", "pet*", "*.created"}, AccountIDs: []uuid.UUID{b.accounts[0], stranger.accounts[0]}, Secret: &short,
	})
	testkit.WantFieldErrors(t, err, "account_ids[1] unknown", "event_types[1] unknown", "event_types[2] unknown", "event_types[3] unknown",
		"event_types[4] unknown", "secret length", "url format")

	w := h.webhook(b, "https://example.com/", "pet.created", "webhook.test", "customer.*")
	_, err = h.service.Update(b.key, w.ID, webhooks.WebhookPatch{
		URL: patch.Null[string](), EventTypes: patch.Of([]string{"nothing.*"}), Active: patch.Null[bool](),
		Secret: patch.Of("a secret that is long enough"), RotateSecret: patch.Of(true), AccountIDs: patch.Of(stranger.accounts),
	}, patch.Precondition{})
	testkit.WantFieldErrors(t, err, "account_ids[0] unknown", "active null", "event_types[0] unknown", "rotate_secret conflict", "url null")
	_, err = h.service.Update(b.key, w.ID, webhooks.WebhookPatch{URL: patch.Of("ftp://x"), Secret: patch.Of(short)}, patch.Precondition{})
	testkit.WantFieldErrors(t, err, "secret length", "url format")
}

func TestFiftyFirstWebhookIsRefusedAlsoAtOnce(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	for range 49 {
		h.webhook(b, "https://example.com/")
	}
	create := func(ctx context.Context) error {
		return second(h.service.Create(ctx, webhooks.WebhookCreate{URL: "https://example.com/", EventTypes: []string{"*"}}))
	}
	second := make(chan error, 1)
	must(t, h.DB.InTx(b.key, func(ctx context.Context) error { // the fiftieth is not yet committed when the next one is created
		err := create(ctx)
		go func() { second <- create(b.key) }()
		h.UntilLocked(1)
		return err
	}))
	testkit.WantKind(t, <-second, apperr.Conflict) // the fifty-first
	page, _ := h.service.List(b.key, pageOf(200))
	if len(page.Items) != 50 {
		t.Fatalf("%d webhooks", len(page.Items))
	}
	must(t, h.service.Delete(b.key, page.Items[0].ID, patch.Precondition{}))
	h.webhook(b, "https://example.com/") // there is room again
	stranger := h.business(1)
	h.webhook(stranger, "https://example.com/")
}

func TestKeyForSomeAccountsManagesOnlyWhatItSeesAllOf(t *testing.T) {
	t.Parallel()
	h := open(shared(t), settings(), false)
	b := h.business(3)
	key := b.keyFor(t.Context(), b.accounts[0], b.accounts[1])
	create := func(ctx context.Context, accounts ...uuid.UUID) (webhooks.WebhookView, error) {
		return h.service.Create(ctx, webhooks.WebhookCreate{URL: "https://example.com/", EventTypes: []string{"*"}, AccountIDs: accounts})
	}
	all, _ := create(b.key)
	outside, _ := create(b.key, b.accounts[1], b.accounts[2])
	inside, _ := create(b.key, b.accounts[1])
	own, err := create(key)
	if err != nil || !slices.Equal(own.AccountIDs.Get(), b.accounts[:2]) {
		t.Fatalf("%v %v", own.AccountIDs.Get(), err)
	}
	testkit.WantKind(t, second(create(key, b.accounts[2])), apperr.Invalid) // an account it does not see
	page, err := h.service.List(key, pageOf(10))
	if err != nil || len(page.Items) != 2 || page.Items[0].ID != own.ID || page.Items[1].ID != inside.ID {
		t.Errorf("%+v %v", page.Items, err)
	}
	for _, hidden := range []uuid.UUID{all.ID, outside.ID, ids.New()} {
		_, changed := h.service.Update(key, hidden, webhooks.WebhookPatch{Active: patch.Of(false)}, patch.Precondition{})
		_, listed := h.service.ListDeliveries(key, hidden, webhooks.Filter{}, pageOf(10))
		_, tested := h.service.Test(key, hidden)
		_, again := h.service.Redeliver(key, hidden, ids.New())
		for _, err := range []error{changed, listed, tested, again, h.service.Delete(key, hidden, patch.Precondition{})} {
			testkit.WantKind(t, err, apperr.NotFound)
		}
	}
	widened, err := h.service.Update(key, inside.ID, webhooks.WebhookPatch{AccountIDs: patch.Null[[]uuid.UUID]()}, patch.Precondition{})
	if err != nil || !slices.Equal(widened.AccountIDs.Get(), b.accounts[:2]) {
		t.Errorf("%v %v", widened.AccountIDs.Get(), err)
	}
	if page, _ := h.service.List(h.business(1).key, pageOf(10)); len(page.Items) != 0 {
		t.Error("another organization sees webhooks")
	}
}

func TestHistoryShowsAKeyOnlyTheAccountsItSees(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(2)
	w := h.webhook(b, "https://example.com/")
	h.publish(b.accounts[0], "pet.created", 1)
	h.publish(b.accounts[1], "pet.updated", 1)
	h.change(b, w, webhooks.WebhookPatch{AccountIDs: patch.Of(b.accounts[:1])})
	key := b.keyFor(t.Context(), b.accounts[0])
	page, err := h.service.ListDeliveries(key, w.ID, webhooks.Filter{}, pageOf(10))
	if err != nil || len(page.Items) != 1 || page.Items[0].AccountID != b.accounts[0] {
		t.Errorf("%+v %v", page.Items, err)
	}
	hidden := h.deliveries(b, w.ID)[0]
	if _, err := h.service.Redeliver(key, w.ID, hidden.ID); !apperr.Is(err, apperr.NotFound) || hidden.AccountID != b.accounts[1] {
		t.Errorf("%v", err)
	}
}
