package endpoint

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Accounts are names under which clients may sign, with their secret, which is the same for all. Any other name does as
// well, and is a writer of its own.
func Accounts() map[string]string {
	return map[string]string{Emulator: Secret, "app": Secret, "ana": Secret, "ben": Secret, "cem": Secret}
}

// Invitation are sentences for people whose programs may join: where what listens, and what to put into the
// environment.
func (s *Server) Invitation() (sentences []string) {
	var words []string
	for _, o := range s.opened {
		words = append(words, o.Flag+" "+o.URL())
		if o.Said != "" {
			sentences = append(sentences, o.Said)
		}
	}
	for _, line := range s.Environment(Emulator) {
		sentences = append(sentences, "For programs: "+line)
	}
	return append(sentences, "Programs can join at "+strings.Join(words, ", ")+". The log says what to put into their "+
		"environment.")
}

// ConnectionString is what Azure's client libraries take, for an account.
func (s *Server) ConnectionString(account string) string {
	text := "DefaultEndpointsProtocol=http;AccountName=" + account + ";AccountKey=" + Secret + ";"
	for _, o := range s.opened {
		if name := map[string]string{"blob": "Blob", "queue": "Queue", "table": "Table",
			"share": "File"}[o.Name]; name != "" {
			text += fmt.Sprintf("%sEndpoint=%s/%s;", name, o.URL(), account)
		}
	}
	return text
}

// Environment are the variables by which client libraries find the endpoints, as NAME=value.
func (s *Server) Environment(account string) []string {
	list := []string{"AZURE_STORAGE_CONNECTION_STRING=" + s.ConnectionString(account),
		"AZURE_STORAGE_ACCOUNT=" + account,
		"AZURE_STORAGE_KEY=" + Secret}
	var ports []string
	for _, o := range s.opened {
		_, port, _ := net.SplitHostPort(o.Address) // it comes from a listener
		ports = append(ports, fmt.Sprintf("%q:%s", o.Flag, port))
		switch o.Name {
		case "bucket":
			list = append(list, "AWS_ENDPOINT_URL="+o.URL(), "AWS_ACCESS_KEY_ID="+named(account),
				"AWS_SECRET_ACCESS_KEY="+Secret, "AWS_REGION=us-east-1", "AWS_EC2_METADATA_DISABLED=true")
		case "tair":
			list = append(list, "REDIS_URL="+o.redisURL(account))
		}
	}
	return append(list, "INTERLEAVE_PORTS={"+strings.Join(ports, ",")+"}")
}

// redisURL is the address with the account as its user, so that each account is a writer.
func (o Opened) redisURL(account string) string {
	address := url.URL{Scheme: "redis", Host: o.Address}
	if named(account) != "app" {
		address.User = url.UserPassword(account, Secret)
	}
	return address.String()
}
