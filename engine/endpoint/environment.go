package endpoint

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"interleave/engine/view"
)

// Accounts are names under which clients may sign, with their secret, which is the same for all. Any other name does as
// well, and is a writer of its own.
func Accounts() map[string]string {
	return map[string]string{Emulator: Secret, "app": Secret, "ana": Secret, "ben": Secret, "cem": Secret}
}

// Invitation says to people that programs may join, and where.
func Invitation(d view.Door) string {
	var words []string
	var said []string
	for _, p := range d.Ports {
		words = append(words, p.Flag+" "+p.URL)
		if p.Said != "" {
			said = append(said, p.Said)
		}
	}
	return strings.Join(append([]string{"Programs can join at " + strings.Join(words, ", ") + "."}, said...), " ")
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
	if s.proxy != nil {
		list = append(list, s.proxy.environment()...)
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
