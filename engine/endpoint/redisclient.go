package endpoint

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// own is what the connection answers itself; known is false for what it does not. Of all channels there is the one of
// invalidations.
func (c *redisConn) own(verb string, words []string) (answer func(context.Context, []string) error, known bool) {
	if verb == "SUBSCRIBE" && len(words) == 1 && words[0] == invalidations ||
		verb == "UNSUBSCRIBE" && (len(words) == 0 || len(words) == 1 && words[0] == invalidations) {
		return c.subscribe(verb == "SUBSCRIBE"), true
	}
	answer, known = map[string]func(context.Context, []string) error{
		"HELLO": c.hello, "AUTH": c.auth, "CLIENT": c.client, "QUIT": c.quit, "RESET": c.reset, "WAIT": c.wait,
		"ROLE": c.role, "MODULE": c.module, "ACL": c.acl, "CLUSTER": c.cluster, "READONLY": c.alone("readonly"),
		"READWRITE": c.alone("readwrite"), "ASKING": c.alone("asking"),
	}[verb]
	return answer, known
}

// unclustered is what Redis says to what only a node of a cluster knows.
const unclustered = "ERR This instance has cluster support disabled"

// alone refuses a command without words that only a node of a cluster knows.
func (c *redisConn) alone(name string) func(context.Context, []string) error {
	return func(_ context.Context, words []string) error {
		if len(words) > 0 {
			c.wrongCount(name)
			return nil
		}
		c.sayAbsent(unclustered)
		return nil
	}
}

// clusterKinds are the kinds of CLUSTER with how many words stand behind each: below 0 at least so many, and one less
// for each below -1.
//
// Source: Redis 7.0.15, COMMAND INFO CLUSTER, whose counts have the command and its kind in them.
var clusterKinds = map[string]int{"addslots": -2, "addslotsrange": -3, "bumpepoch": 0, "count-failure-reports": 1,
	"countkeysinslot": 1, "delslots": -2, "delslotsrange": -3, "failover": -1, "flushslots": 0, "forget": 1,
	"getkeysinslot": 2, "help": 0, "info": 0, "keyslot": 1, "links": 0, "meet": -3, "myid": 0, "nodes": 0,
	"replicas": 1, "replicate": 1, "reset": -1, "saveconfig": 0, "set-config-epoch": 1, "setslot": -3, "shards": 0,
	"slaves": 1, "slots": 0}

// cluster refuses CLUSTER: a kind that Redis does not have as such, the others because this is no node of a cluster.
func (c *redisConn) cluster(_ context.Context, words []string) error {
	if len(words) == 0 {
		c.wrongCount("cluster")
		return nil
	}
	kind, given := strings.ToLower(words[0]), len(words)-1
	switch n, known := clusterKinds[kind]; {
	case !known:
		c.sayNoKind("CLUSTER", words[0])
	case n >= 0 && given != n, given < -n-1:
		c.wrongCount("cluster|" + kind)
	default:
		c.sayAbsent(unclustered)
	}
	return nil
}

// wait says how many replicas have what was written: none, as there are none. Nobody is kept waiting for that.
func (c *redisConn) wait(_ context.Context, words []string) error {
	switch {
	case len(words) != 2:
		c.wrongCount("wait")
	case !isWhole(words[0]):
		c.sayError("ERR value is not an integer or out of range")
	case !isWhole(words[1]):
		c.sayError("ERR timeout is not an integer or out of range")
	case strings.HasPrefix(words[1], "-"):
		c.sayError("ERR timeout is negative")
	default:
		c.sayNumber(0)
	}
	return nil
}

func isWhole(word string) bool {
	_, err := strconv.ParseInt(word, 10, 64)
	return err == nil
}

func (c *redisConn) role(_ context.Context, words []string) error {
	if len(words) > 0 {
		c.wrongCount("role")
		return nil
	}
	_, err := c.out.WriteString("*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n")
	return err
}

// takes says whether the words behind a command are the one sub-command that it has here, and answers else.
func (c *redisConn) takes(command, sub string, words []string) bool {
	switch {
	case len(words) == 1 && strings.EqualFold(words[0], sub):
		return true
	case len(words) > 0 && strings.EqualFold(words[0], "HELP"):
		c.help(command, len(words)-1)
		return false
	}
	c.sayNoKind(command, append(words, "")[0])
	return false
}

// sayNoKind refuses a kind of a command that the catalog has not, in the letters that came.
func (c *redisConn) sayNoKind(command, kind string) {
	c.sayAbsent("ERR unknown subcommand '" + shortened(kind) + "'. Try " + command + " HELP.")
}

// isNoKind says whether a command of several kinds is followed by a word that is none of them. Redis says so before it
// asks whether a transaction is open.
func isNoKind(command string, words []string) bool {
	if command == "CLUSTER" && len(words) > 0 {
		_, known := clusterKinds[strings.ToLower(words[0])]
		return !known
	}
	kinds, known := helps[command]
	if !known || len(words) == 0 || strings.EqualFold(words[0], "HELP") {
		return false
	}
	return !slices.ContainsFunc(kinds, func(line string) bool {
		kind, _, _ := strings.Cut(line, " ")
		return strings.EqualFold(words[0], strings.TrimSuffix(kind, ":"))
	})
}

func (c *redisConn) module(_ context.Context, words []string) error {
	if !c.takes("MODULE", "LIST", words) {
		return nil
	}
	_, err := c.out.WriteString("*0\r\n")
	return err
}

func (c *redisConn) acl(_ context.Context, words []string) error {
	if !c.takes("ACL", "WHOAMI", words) {
		return nil
	}
	user := c.user
	if user == "" {
		user = "default"
	}
	c.sayBulk(user)
	return nil
}

func (c *redisConn) quit(context.Context, []string) error {
	c.sayOK()
	return errQuit
}

// auth signs under a name; a password alone is that of the default user.
func (c *redisConn) auth(ctx context.Context, words []string) error {
	switch {
	case len(words) == 0:
		c.wrongCount("auth")
	case len(words) > 2:
		c.sayError("ERR syntax error")
	case len(words) == 2 && !c.mayBe(words[0], words[1]): // it has said so
	default:
		user := ""
		if len(words) == 2 {
			user = signer(words[0])
		}
		c.rename(ctx, user, c.name)
		c.sayOK()
	}
	return nil
}

// reset is the connection as it was when it began.
func (c *redisConn) reset(ctx context.Context, words []string) error {
	if len(words) > 0 {
		c.wrongCount("reset")
		return nil
	}
	c.drop(ctx)
	c.database = ""
	c.rename(ctx, "", "")
	c.protocol, c.subscribed = 2, false
	c.server.tracks.stops(c)
	if c.muted.off {
		c.unmute()
	}
	_, err := c.out.WriteString("+RESET\r\n")
	return err
}

// client is what CLIENT asks and tells about the connection.
func (c *redisConn) client(ctx context.Context, words []string) error {
	if len(words) == 0 {
		c.wrongCount("client")
		return nil
	}
	kind := words[0]
	sub, words := strings.ToUpper(kind), append(words, "", "")[1:]
	given := len(words) - 2
	if wrong := miscounted(sub, given); wrong != "" {
		c.sayError(wrong)
		return nil
	}
	c.stands([]string{"CLIENT", sub})
	switch sub {
	case "SETNAME":
		if !isName(words[0]) {
			c.sayError(badName)
			return nil
		}
		c.rename(ctx, c.user, words[0])
		c.sayOK()
	case "GETNAME":
		if c.name == "" {
			c.sayNull()
		} else {
			c.sayBulk(c.name)
		}
	case "ID":
		c.sayNumber(c.number)
	case "SETINFO":
		c.setInfo(words[0], words[1])
	case "INFO":
		c.sayText(c.described())
	case "LIST":
		c.list(words[:given])
	case "KILL":
		return c.kill(words[:given])
	case "PAUSE":
		c.pauseFor(words[:given])
	case "UNBLOCK":
		c.unblock(words[:given])
	case "NO-EVICT", "NO-TOUCH":
		if !strings.EqualFold(words[0], "on") && !strings.EqualFold(words[0], "off") {
			c.sayError("ERR syntax error")
			return nil
		}
		c.sayOK()
	case "UNPAUSE":
		c.server.goOn()
		c.sayOK()
	case "GETREDIR":
		on := c.server.tracks.of(c)
		c.sayNumber(on.redirected())
	case "TRACKING":
		c.track(words[:given])
	case "TRACKINGINFO":
		c.trackingInfo()
	case "CACHING":
		c.sayUnless(c.server.tracks.cache(c, words[0]))
	case "REPLY":
		c.reply(words[0])
	case "HELP":
		c.help("CLIENT", given)
	default:
		c.sayNoKind("CLIENT", kind)
	}
	return nil
}

// miscounted is what Redis says where a kind of CLIENT has too many or too few words behind it; empty: it has not.
func miscounted(sub string, given int) string {
	counts := map[string]int{"SETNAME": 1, "GETNAME": 0, "ID": 0, "SETINFO": 2, "INFO": 0, "NO-EVICT": 1, "NO-TOUCH": 1,
		"UNPAUSE": 0, "GETREDIR": 0, "REPLY": 1, "CACHING": 1, "TRACKINGINFO": 0}
	n, known := counts[sub]
	some := sub == "KILL" || sub == "PAUSE" || sub == "UNBLOCK"
	switch {
	case known && n != given, some && given == 0:
		return "ERR wrong number of arguments for 'client|" + strings.ToLower(sub) + "' command"
	case some && sub != "KILL" && given > 2:
		return "ERR unknown subcommand or wrong number of arguments for '" + sub + "'. Try CLIENT HELP."
	}
	return ""
}

// setInfo keeps what the client calls itself, as go-redis/9.23.0.
func (c *redisConn) setInfo(name, value string) {
	switch strings.ToUpper(name) {
	case "LIB-NAME":
		c.library = value
	case "LIB-VER":
		c.library += "/" + value
	default:
		c.sayError("ERR Unrecognized option '" + shortened(name) + "'")
		return
	}
	if c.seat != nil { // something before this was refused, and is on record
		c.seat.Calls(c.library)
	}
	c.sayOK()
}
