package petcare_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

func TestAURLWithoutAHostIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "petcare.example", "localhost:8080", "127.0.0.1:8080", "htps://petcare.example"} {
		if following(t, petcare.New(url), 30*time.Second, petcare.FeedParams{}) == nil {
			t.Errorf("%q: it goes on", url)
		}
	}
}

// What a list yields embeds what an event yields: one function takes both.
var (
	_ = []petcare.Pet{petcare.ListedPet{}.Pet, petcare.PetUpdated{}.Object}
	_ = []petcare.Order{petcare.ListedOrder{}.Order, petcare.OrderUpdated{}.Object}
	_ = []petcare.Vaccination{petcare.ListedVaccination{}.Vaccination, petcare.VaccinationUpdated{}.Object}
)

// answered is a client, which repeats nothing, of a server that answers every request alike.
func answered(t *testing.T, answer http.HandlerFunc, options ...petcare.Option) *petcare.Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return petcare.New(server.URL, append([]petcare.Option{petcare.Retries(0)}, options...)...)
}

// following is the error with which a feed ends within a time.
func following(t *testing.T, c *petcare.Client, within time.Duration, params petcare.FeedParams, options ...petcare.Option) (failed error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	for _, err := range c.Follow("a", params, options...).Events(ctx) {
		failed = err
	}
	return failed
}

func TestAnIDThatClimbsThePathIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	c := answered(t, func(w http.ResponseWriter, r *http.Request) { t.Errorf("%s is asked for", r.URL) })
	for _, id := range []string{"", ".", ".."} {
		if _, err := c.GetCustomer(t.Context(), "a", id); err == nil {
			t.Errorf("there is a customer with the id %q", id)
		}
		if _, err := c.ListBreeds(t.Context(), id, petcare.ListBreedsParams{}).Page(); err == nil {
			t.Errorf("there is an account with the id %q", id)
		}
	}
}

func TestAKeyThatCannotBeSentIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	c := answered(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }, petcare.APIKey("pck_secret\n"))
	err := following(t, c, 10*time.Second, petcare.FeedParams{})
	if err == nil || !strings.Contains(err.Error(), "X-Api-Key") || strings.Contains(err.Error(), "secret") {
		t.Errorf("it goes on, or says what nobody may read: %v", err)
	}
}

func TestAHeaderWithoutAProperNameIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"X Staff", "X-Staff:", "X-Stäff", ""} {
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) { t.Errorf("%q is sent", name) }, petcare.Header(name, "a"))
		if err := following(t, c, 10*time.Second, petcare.FeedParams{}); err == nil {
			t.Errorf("%q: it goes on", name)
		}
	}
}

func TestAHeaderOfACallTakesThePlaceOfThatOfTheClientInWhateverCase(t *testing.T) {
	t.Parallel()
	var sent []string
	c := answered(t, func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Header.Get("X-Staff-Id")+" "+r.Header.Get("Idempotency-Key"))
		_, _ = io.WriteString(w, "{}")
	}, petcare.Header("X-STAFF-ID", "default"))
	for _, name := range slices.Repeat([]string{"Idempotency-Key", "idempotency-key"}, 10) {
		_, _ = c.CreateCustomer(t.Context(), "a", petcare.CustomerPatch{}, petcare.Header("x-staff-id", "anna"), petcare.Header(name, "mine"))
	}
	if len(sent) != 20 || slices.ContainsFunc(sent, func(one string) bool { return one != "anna mine" }) {
		t.Errorf("sent %q", sent)
	}
}

func TestAPageThatNobodyAnswersIsAskedForAgain(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := answered(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			<-r.Context().Done()
			return
		}
		w.WriteHeader(http.StatusGone)
	}, petcare.Timeout(100*time.Millisecond))
	if err := following(t, c, 10*time.Second, petcare.FeedParams{}); err == nil || asked.Load() < 2 {
		t.Errorf("asked %d times, then %v", asked.Load(), err)
	}
}

func TestAPageOfSomethingElseIsNoAnswer(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{"page": "<!doctype html>", "nothing": ""} {
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, page) })
		if _, err := c.GetAccount(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "GET /accounts/a") {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.DeleteNote(t.Context(), "a", "n"); err == nil {
			t.Errorf("%s: a note counts as deleted", name)
		}
		if err := following(t, c, 10*time.Second, petcare.FeedParams{}); err == nil {
			t.Errorf("%s: a feed goes on", name)
		}
	}
}

func TestAPageOfForeignJSONIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, page := range []string{`{"status": "maintenance"}`, "null", `{"data": null, "next_cursor": ""}`} {
		asked := 0
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) { asked++; _, _ = io.WriteString(w, page) })
		var failed error
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		for _, err := range c.ListBreeds(ctx, "a", petcare.ListBreedsParams{}).All() {
			failed = err
		}
		if failed == nil || !strings.Contains(failed.Error(), "GET /accounts/a/breeds") {
			t.Errorf("%s is an empty list: %v", page, failed)
		}
		if err := following(t, c, 10*time.Second, petcare.FeedParams{After: "here"}); err == nil || asked != 2 {
			t.Errorf("%s: asked %d times, then %v", page, asked, err)
		}
	}
}

func TestNoEventComesAfterTheContextHasEnded(t *testing.T) {
	t.Parallel()
	c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data": [{"type": "a"}, {"type": "b"}, {"type": "c"}], "next_cursor": "behind"}`)
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	feed, events := c.Follow("a", petcare.FeedParams{After: "before"}), 0
	for range feed.Events(ctx) {
		events++
		cancel()
	}
	if events != 1 || feed.Cursor() != "before" {
		t.Errorf("%d events, the cursor is %s, want before", events, feed.Cursor())
	}
}

// A page that is held longer than the time limit would be lost each time, and what happens in the pause after it would come late.
func TestAFeedAsksToBeHeldForLessThanTheTimeLimit(t *testing.T) {
	t.Parallel()
	for want, option := range map[string]petcare.Option{
		"10": petcare.Retries(0), "2": petcare.Timeout(5 * time.Second), "5": petcare.HTTPClient(&http.Client{Timeout: 10 * time.Second}),
		"1": petcare.Timeout(2 * time.Second), "": petcare.Timeout(time.Second),
	} {
		got := ""
		c := answered(t, func(w http.ResponseWriter, r *http.Request) {
			got = r.URL.Query().Get("wait")
			w.WriteHeader(http.StatusGone)
		}, option)
		if _ = following(t, c, 10*time.Second, petcare.FeedParams{}); got != want {
			t.Errorf("held for %s seconds, want %s", got, want)
		}
	}
}

func TestAFeedThatIsNotHeldPausesBetweenItsPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := offline(func(r *http.Request) *http.Response {
			asked++
			seconds, _ := strconv.Atoi(r.URL.Query().Get("wait"))
			time.Sleep(10*time.Millisecond + time.Duration(seconds)*time.Second)
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"data": [], "next_cursor": "here"}`))}
		}, petcare.Timeout(500*time.Millisecond))
		if err := following(t, c, 2*time.Second, petcare.FeedParams{}, petcare.Retries(0)); err != nil || asked < 3 || asked > 9 {
			t.Errorf("asked %d times, then %v", asked, err)
		}
	})
}

func TestWhatIsCancelledInThePauseSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := offline(func(*http.Request) *http.Response {
			return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody}
		}, petcare.Retries(99))
		ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
		defer cancel()
		_, err := c.GetAccount(ctx, "a")
		if problem := (*petcare.Error)(nil); !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &problem) || problem.Status != 503 {
			t.Errorf("%v", err)
		}
	})
}

func TestWhatIsCancelledInAnErrorSaysSo(t *testing.T) {
	t.Parallel()
	c := answered(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"code": "not_`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	if _, err := c.GetAccount(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestARedirectSaysWhereItLeads(t *testing.T) {
	t.Parallel()
	c := answered(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://petcare.example"+r.URL.Path, http.StatusMovedPermanently)
	})
	_, err := c.GetAccount(t.Context(), "a")
	if err == nil || !strings.Contains(err.Error(), "HTTP 301: a redirect to https://petcare.example/v1/accounts/a") {
		t.Errorf("%v", err)
	}
}

func TestAnErrorNamesTheFields(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"code": "validation_failed", "title": "Validation failed", "detail": "1 field is wrong",
			"errors": [{"location": "body.name", "code": "too_short", "message": "is empty"}]}`: "body.name is empty",
		`{"code": "Denied", "message": "of a gateway"}`: "HTTP 422",
	} {
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = io.WriteString(w, answer)
		})
		if _, err := c.GetAccount(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not tell %q", err, want)
		}
	}
}

func TestADeleteIsDoneWhenPetcareSaysSo(t *testing.T) {
	t.Parallel()
	const ofPetcare = `{"code": "not_found", "title": "Not found"}`
	refused := errors.New("connection refused")
	for name, one := range map[string]struct {
		first  error // nil is a 503
		second string
		done   bool
	}{
		"a 404 of petcare after a 503":            {nil, ofPetcare, true},
		"a 404 of a proxy after a 503":            {nil, "<!doctype html>", false},
		"a 404 of petcare after a lost answer":    {io.ErrUnexpectedEOF, ofPetcare, true},
		"a 404 of petcare when nothing was sent":  {&net.OpError{Op: "dial", Net: "tcp", Err: refused}, ofPetcare, false},
		"a 404 of petcare after a broken reading": {&net.OpError{Op: "read", Net: "tcp", Err: refused}, ofPetcare, true},
	} {
		var attempts atomic.Int32
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
			if attempts.Add(1) == 1 && one.first == nil {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, one.second)
		}, petcare.Retries(1), petcare.HTTPClient(&http.Client{Transport: failingOnce(one.first)}))
		if err := c.DeleteNote(t.Context(), "a", "n"); (err == nil) != one.done {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failingOnce fails with err, if there is one, in place of the first request.
func failingOnce(err error) http.RoundTripper {
	var failed atomic.Bool
	return transport(func(r *http.Request) (*http.Response, error) {
		if err != nil && !failed.Swap(true) {
			return nil, err
		}
		return http.DefaultTransport.RoundTrip(r)
	})
}

// offline is a client whose requests are answered without a network, and so in the time of a test's bubble.
func offline(answer func(*http.Request) *http.Response, options ...petcare.Option) *petcare.Client {
	return petcare.New("http://petcare.example", append(options, petcare.HTTPClient(&http.Client{
		Transport: transport(func(r *http.Request) (*http.Response, error) { return answer(r), nil }),
	}))...)
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func TestARetryAfterOutOfRangeIsNeverAtOnce(t *testing.T) {
	t.Parallel()
	const longest = math.MaxInt64 / time.Second * time.Second
	for after, want := range map[string]time.Duration{
		"7": 7 * time.Second, "9999999999999": longest, "99999999999999999999": longest, "-5": 0, "soon": 0, "Sun, 06 Nov 1994 08:49:37 GMT": 0,
	} {
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		_, err := c.GetAccount(t.Context(), "a")
		if problem := (*petcare.Error)(nil); !errors.As(err, &problem) || problem.RetryAfter != want {
			t.Errorf("%s: %+v", after, err)
		}
	}
}

func TestTheHeadersOfRepeatedAnswersAreToldToo(t *testing.T) {
	t.Parallel()
	told := 0
	c := answered(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		petcare.Retries(1), petcare.OnResponse(func(http.Header) { told++ }))
	if _, err := c.GetAccount(t.Context(), "a"); err == nil || told != 2 {
		t.Errorf("told %d times, %v", told, err)
	}
}

func TestAFeedGoesOnHoweverShortItWaits(t *testing.T) {
	t.Parallel()
	for _, wait := range []time.Duration{time.Nanosecond, 50 * time.Millisecond, 300 * time.Millisecond} {
		var asked atomic.Int32
		c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) < 5 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			w.WriteHeader(http.StatusGone)
		}, petcare.MaxWait(wait))
		problem := (*petcare.Error)(nil)
		if err := following(t, c, 30*time.Second, petcare.FeedParams{}); !errors.As(err, &problem) || problem.Status != http.StatusGone {
			t.Errorf("%s: after %d times: %v", wait, asked.Load(), err)
		}
	}
}

// Else a feed would ask without a pause for as long as the service is away.
func TestNothingIsRepeatedWithoutAWait(t *testing.T) {
	t.Parallel()
	asked := 0
	c := answered(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	}, petcare.MaxWait(0))
	if err := following(t, c, 30*time.Second, petcare.FeedParams{}); err == nil || asked != 1 {
		t.Errorf("asked %d times, then %v", asked, err)
	}
}

func TestAnUploadIsRepeatedFromItsBeginningIfItCanBe(t *testing.T) {
	t.Parallel()
	const file = "the bytes of a file"
	for name, one := range map[string]struct {
		body io.Reader
		want []string
	}{
		"of a file":   {strings.NewReader(file), []string{file, file, file}},
		"of a stream": {io.MultiReader(strings.NewReader(file)), []string{file}},
	} {
		var sent []string
		c := answered(t, func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			sent = append(sent, string(text))
			w.WriteHeader(http.StatusServiceUnavailable)
		}, petcare.Retries(2))
		_, err := c.CreatePetFile(t.Context(), "a", "p", petcare.Upload{Type: "image/png", Body: one.body}, petcare.CreatePetFileParams{})
		if problem := (*petcare.Error)(nil); !errors.As(err, &problem) || problem.Status != 503 || !slices.Equal(sent, one.want) {
			t.Errorf("an upload %s: sent %q, then %v", name, sent, err)
		}
	}
}

// An answer may come before the file has been read; net/http then reads on beside the next attempt.
func TestTheAttemptsOfAnUploadDoNotReadTheFileTogether(t *testing.T) {
	t.Parallel()
	var last io.Reader
	attempts := 0
	c := petcare.New("http://petcare.example", petcare.Retries(1), petcare.HTTPClient(&http.Client{
		Transport: transport(func(r *http.Request) (*http.Response, error) {
			if attempts++; attempts == 1 {
				last = r.Body
				return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody}, nil
			}
			late, _ := io.ReadAll(last)
			text, _ := io.ReadAll(r.Body)
			if len(late) > 0 || string(text) != "bytes" {
				t.Errorf("the first attempt takes %q from the second one, which sends %q", late, text)
			}
			return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
		}),
	}))
	upload := petcare.Upload{Type: "image/png", Body: strings.NewReader("bytes")}
	if _, err := c.CreatePetFile(t.Context(), "a", "p", upload, petcare.CreatePetFileParams{}); err != nil || attempts != 2 {
		t.Errorf("%d attempts, then %v", attempts, err)
	}
}
