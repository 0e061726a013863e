package endpoint

import (
	"context"
	"fmt"
	"strings"
)

// own is what the connection answers itself; known is false for what it does not.
func (c *redisConn) own(verb string) (answer func(context.Context, []string) error, known bool) {
	answer, known = map[string]func(context.Context, []string) error{
		"HELLO": c.hello, "AUTH": c.auth, "CLIENT": c.client, "QUIT": c.quit, "RESET": c.reset,
	}[verb]
	return answer, known
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
	case len(words) == 2 && !c.mayBe(words[0], words[1]):
		c.sayError(wrongPass)
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
func (c *redisConn) reset(ctx context.Context, _ []string) error {
	c.drop(ctx)
	c.database = ""
	c.rename(ctx, "", "")
	c.protocol = 2
	_, err := c.out.WriteString("+RESET\r\n")
	return err
}

// client is what CLIENT asks and tells about the connection.
func (c *redisConn) client(ctx context.Context, words []string) error {
	if len(words) == 0 {
		c.wrongCount("client")
		return nil
	}
	sub, words := strings.ToUpper(words[0]), append(words, "", "")[1:]
	given := len(words) - 2
	counts := map[string]int{"SETNAME": 1, "GETNAME": 0, "ID": 0, "SETINFO": 2, "INFO": 0, "NO-EVICT": 1, "NO-TOUCH": 1,
		"UNPAUSE": 0}
	if n, known := counts[sub]; known && n != given {
		c.wrongCount("client|" + strings.ToLower(sub))
		return nil
	}
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
	case "INFO", "LIST":
		c.sayBulk(fmt.Sprintf("id=%d addr=%s laddr=%s name=%s db=0 multi=%d watch=0 resp=%d lib-name=%s user=%s\n",
			c.number,
			c.conn.RemoteAddr(), c.conn.LocalAddr(), c.name, map[bool]int{false: -1}[c.multi], c.protocol, c.library,
			named(c.user)))
	case "NO-EVICT", "NO-TOUCH", "UNPAUSE":
		c.sayOK()
	default:
		c.sayError("ERR unknown subcommand '" + shortened(strings.TrimSpace(sub)) + "'. Try CLIENT HELP.")
	}
	return nil
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
	c.sayOK()
}
