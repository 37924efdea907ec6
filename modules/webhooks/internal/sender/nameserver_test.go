package sender

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer answers DNS queries over in-memory connections, so that tests control name resolution without a network.
type nameServer struct {
	answers func(lookup int) []string

	mu      sync.Mutex
	lookups map[dnsmessage.Type]int
}

func newNameServer(answers func(lookup int) []string) *nameServer {
	return &nameServer{answers: answers, lookups: map[dnsmessage.Type]int{}}
}

func (s *nameServer) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			s.serve(server)
		}()
		return client, nil
	}}
}

// serve answers queries with the framing of DNS over TCP until the client closes the connection.
func (s *nameServer) serve(conn net.Conn) {
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		answer, err := s.answer(question)
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

func (s *nameServer) answer(raw []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(raw); err != nil {
		return nil, err
	}
	q := m.Questions[0]
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	addresses := s.answers(s.count(q.Type))
	if len(addresses) == 0 {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range addresses {
		if body := resource(netip.MustParseAddr(text), q.Type); body != nil {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
				Body:   body,
			})
		}
	}
	return m.Pack()
}

// count returns the number of a lookup. IPv4 and IPv6 are looked up and counted separately.
func (s *nameServer) count(asked dnsmessage.Type) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookups[asked]++
	return s.lookups[asked]
}

func resource(a netip.Addr, asked dnsmessage.Type) dnsmessage.ResourceBody {
	switch {
	case a.Is4() && asked == dnsmessage.TypeA:
		return &dnsmessage.AResource{A: a.As4()}
	case a.Is6() && asked == dnsmessage.TypeAAAA:
		return &dnsmessage.AAAAResource{AAAA: a.As16()}
	default:
		return nil
	}
}
