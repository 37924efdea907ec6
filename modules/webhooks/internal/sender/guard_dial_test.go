package sender

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const refusedText = "the host name has no address on the public Internet"

func TestPrivateAddressesAreRefusedHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, "secret of the inside"))
	_, port, err := net.SplitHostPort(strings.TrimPrefix(r.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{}.withDefaults())
	t.Cleanup(s.Close)
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "localhost", "LOCALHOST", "[::1]", "[::]", "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]",
	} {
		got := s.Send(t.Context(), request("http://"+host+":"+port+"/"))
		if got.Outcome != retryable || got.Status != 0 || got.Body != "" || got.Error != refusedText {
			t.Errorf("%s: %+v", host, got)
		}
	}
	if n := r.connections(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}

func TestNamesOfPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, ""))
	for _, answers := range [][]string{{"127.0.0.1"}, {"::1"}, {"10.0.0.1", "192.168.1.1"}, {"::ffff:127.0.0.1"}, {"64:ff9b::7f00:1"}} {
		s, _ := resolvingSender(t, Options{}, func(int) []string { return answers })
		got := s.Send(t.Context(), request(renamed(r.URL, "hook.example.test")))
		if got.Error != refusedText || got.Outcome != retryable {
			t.Errorf("%v: %+v", answers, got)
		}
	}
	if n := r.connections(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}

func TestNamesOfPrivateAddressesAreReachedWhenAllowed(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, ""))
	s, _ := resolvingSender(t, Options{AllowPrivateNetworks: true}, func(int) []string { return []string{"127.0.0.1"} })
	if got := s.Send(t.Context(), request(renamed(r.URL, "hook.example.test"))); got.Outcome != delivered {
		t.Errorf("%+v", got)
	}
}

// The name is public when the webhook is created and at the first attempt, and private at the second.
func TestRebindingANameIsRefusedAtConnect(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, ""))
	s, dialed := resolvingSender(t, Options{}, func(lookup int) []string {
		if lookup == 1 {
			return []string{"8.8.8.8"}
		}
		return []string{"127.0.0.1"}
	})
	url := renamed(r.URL, "rebind.example.test")
	if err := CheckURL(url); err != nil {
		t.Fatal(err)
	}
	first, second := s.Send(t.Context(), request(url)), s.Send(t.Context(), request(url))
	if first.Error == refusedText {
		t.Errorf("the public address was refused: %+v", first)
	}
	if second.Error != refusedText {
		t.Errorf("the private address: %+v", second)
	}
	if want := []string{"8.8.8.8", "127.0.0.1"}; !slices.Equal(dialed(), want) {
		t.Errorf("addresses at connect time %v, want %v", dialed(), want)
	}
	if n := r.connections(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}

// If the public address of several fails, the private one must not be tried.
func TestMixedAnswersNeverReachThePrivateAddress(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, ""))
	s, _ := resolvingSender(t, Options{}, func(int) []string { return []string{"8.8.8.8", "127.0.0.1", "2606:4700::1111", "::1"} })
	if got := s.Send(t.Context(), request(renamed(r.URL, "mixed.example.test"))); got.Outcome != retryable || got.Status != 0 {
		t.Errorf("%+v", got)
	}
	if n := r.connections(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}

func TestUnknownNamesAreRetryableAndTellNoNameServer(t *testing.T) {
	t.Parallel()
	s, _ := resolvingSender(t, Options{}, func(int) []string { return nil })
	got := s.Send(t.Context(), request("http://unknown.example.test/"))
	if got.Error != refusedText || got.Outcome != retryable {
		t.Errorf("%+v", got)
	}
	o := Options{}.withDefaults()
	dialer := newDialer(o)
	dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "udp", Err: errors.New("10.9.8.7:53 is down")}
	}}
	got = newSender(o, dialer).Send(t.Context(), request("http://unknown.example.test/"))
	if got.Error != refusedText || got.Outcome != retryable {
		t.Errorf("%+v", got)
	}
}

// Otherwise whoever manages webhooks could list the names of the private network.
func TestUnknownNameTakesAsLongAsARefusedAddress(t *testing.T) {
	t.Parallel()
	for what, answers := range map[string][]string{"unknown": nil, "private": {"10.0.0.1"}} {
		s, _ := resolvingSender(t, Options{}, func(int) []string { return answers })
		got := s.Send(t.Context(), request("http://name.example.test/"))
		if late := got.Duration % time.Second; got.Duration < time.Second || late > 300*time.Millisecond {
			t.Errorf("%s: %v", what, got.Duration)
		}
	}
}

// resolvingSender uses the test's own name server, which gets the number of the lookup. It records the addresses of connections and
// does not really connect to those that the guard admits.
func resolvingSender(t *testing.T, o Options, answers func(lookup int) []string) (*Sender, func() []string) {
	t.Helper()
	var mu sync.Mutex
	var dialed []string
	o = o.withDefaults()
	dialer := newDialer(o)
	dialer.Resolver = newNameServer(answers).resolver()
	guarded := dialer.ControlContext
	dialer.ControlContext = func(ctx context.Context, network, address string, conn syscall.RawConn) error {
		to := netip.MustParseAddrPort(address).Addr()
		mu.Lock()
		dialed = append(dialed, to.String())
		mu.Unlock()
		if guarded != nil {
			if err := guarded(ctx, network, address, conn); err != nil {
				return err
			}
		}
		if !to.IsLoopback() {
			return syscall.ECONNREFUSED
		}
		return nil
	}
	s := newSender(o, dialer)
	t.Cleanup(s.Close)
	return s, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(dialed)
	}
}

func renamed(url, host string) string {
	return strings.Replace(url, "127.0.0.1", host, 1)
}
