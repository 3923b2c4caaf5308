// Asks AfterShip's email-verifier (MIT) about addresses, as its README shows it, in the protocol of run.mjs: a line of JSON
// comes in, "warm" goes out once the addresses to warm up are asked and a line that lets it go on comes in, a line of JSON
// goes out.
//
// Names are resolved by the scripted DNS server (PEER_DNS_PORT), port 25 is the world's (PEER_SMTP_PORT), and what is not in
// 127.0.0.0/8 is refused before a packet leaves. The library lets both be set: Go's own resolver, and a kind of proxy.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/url"
	"os"
	"sync"
	"time"

	emailverifier "github.com/AfterShip/email-verifier"
	"golang.org/x/net/proxy"
)

const hungAfter = 40 * time.Second

type request struct {
	Addresses []string `json:"addresses"`
	AtATime   int      `json:"atATime"`
	WarmUp    []string `json:"warmUp"`
}

type answers struct {
	Verdicts   []string `json:"verdicts"`
	DurationMs float64  `json:"durationMs"`
}

func main() {
	net.DefaultResolver = &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+os.Getenv("PEER_DNS_PORT"))
		},
	}
	proxy.RegisterDialerType("world", func(*url.URL, proxy.Dialer) (proxy.Dialer, error) { return world{}, nil })
	verifier := emailverifier.NewVerifier().EnableSMTPCheck().Proxy("world://loopback")

	input := bufio.NewReader(os.Stdin)
	var asked request
	if err := json.Unmarshal(lineOf(input), &asked); err != nil {
		log.Fatal(err)
	}
	askAll(verifier, asked.WarmUp, asked.AtATime)
	if len(asked.WarmUp) > 0 {
		fmt.Println("warm")
		lineOf(input)
	}
	from := time.Now()
	verdicts := askAll(verifier, asked.Addresses, asked.AtATime)
	said := answers{verdicts, float64(time.Since(from).Microseconds()) / 1000}
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		log.Fatal(err)
	}
}

// lineOf is the next line that comes in; empty once nothing comes any more.
func lineOf(input *bufio.Reader) []byte {
	line, _ := input.ReadBytes('\n')
	return line
}

func askAll(verifier *emailverifier.Verifier, addresses []string, atATime int) []string {
	verdicts := make([]string, len(addresses))
	open := make(chan int)
	var lanes sync.WaitGroup
	for lane := 0; lane < atATime; lane++ {
		lanes.Add(1)
		go func() {
			defer lanes.Done()
			for i := range open {
				verdicts[i] = verdictOf(verifier, addresses[i])
			}
		}()
	}
	for i := range addresses {
		open <- i
	}
	close(open)
	lanes.Wait()
	return verdicts
}

// verdictOf gives up on what hangs; what panics has failed.
func verdictOf(verifier *emailverifier.Verifier, address string) string {
	found := make(chan string, 1)
	go func() {
		defer func() {
			if recover() != nil {
				found <- "failed"
			}
		}()
		found <- verdict(verifier.Verify(address))
	}()
	select {
	case said := <-found:
		return said
	case <-time.After(hungAfter):
		return "hung"
	}
}

// verdict reads a result as the library's README explains it: an error says that it could not be found out, unless
// "reachable" is settled all the same.
func verdict(result *emailverifier.Result, err error) string {
	switch {
	case !result.Syntax.Valid, result.Reachable == "no":
		return "invalid"
	case result.Reachable == "yes":
		return "valid"
	case err == nil && result.SMTP != nil && result.SMTP.CatchAll:
		return "catch_all"
	}
	return "unknown"
}

// world dials hosts of the mail world alone.
type world struct{}

func (w world) Dial(network, address string) (net.Conn, error) {
	return w.DialContext(context.Background(), network, address)
}

func (world) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if port == "25" {
		port = os.Getenv("PEER_SMTP_PORT")
	}
	found, err := net.DefaultResolver.LookupIP(ctx, "ip4", host)
	if err != nil {
		return nil, err
	}
	for _, ip := range found {
		if ip.IsLoopback() {
			return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort(ip.String(), port))
		}
	}
	return nil, fmt.Errorf("%s is not in this world", host)
}
