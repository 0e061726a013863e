package endpoint

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/wire"
)

// How long a connection may take.
const (
	idleMost  = 10 * time.Minute // between two requests
	sendMost  = 60 * time.Second // from the first byte of a request to its last
	watchFrom = 20 * time.Millisecond
)

// tlsHello is how a client begins that would speak TLS: it waits for an answer before it says more.
const tlsHello = 0x16

// connection is one client's connection over HTTP.
type connection struct {
	server  *Server
	service string // of a connection by the proxy: that of its latest request
	proxy   bool
	tunnel  bool // the proxy has ended the TLS of it
	conn    net.Conn
	from    string // the client's address and port
	in      *bufio.Reader
	out     *bufio.Writer
	seats   map[string]*room.Seat // by the name that the client signs with
	signing macs
	watch   watch
	headers []wire.Header // room for those of a request
	answers []wire.Header // likewise for those of an answer
	room    []wire.Header // of them; nil: the request has several answers
}

// specs are the operations by verb.
type specs map[string]*engine.OpSpec

func specsOf(w *engine.World) specs {
	all := specs{}
	for _, service := range w.Services() {
		for i := range service.Ops {
			all[service.Ops[i].Verb] = w.Spec(service.Ops[i].Verb)
		}
	}
	return all
}

func (s specs) of(verb string) *engine.OpSpec { return s[verb] }

// serve answers one request after the other until the client or the server ends it.
func (c *connection) serve() {
	defer func() {
		for _, seat := range c.seats {
			seat.Leave()
		}
	}()
	for {
		_ = c.conn.SetReadDeadline(time.Now().Add(idleMost)) // a connection that is closed says so at the read
		first, err := c.in.Peek(1)
		if err != nil {
			return
		}
		_ = c.conn.SetReadDeadline(time.Now().Add(sendMost))
		if first[0] == tlsHello {
			c.refuse(badRequest{400, "it speaks TLS, and the address begins with http://"})
			return
		}
		r, err := c.read()
		if err != nil {
			c.broken(err)
			return
		}
		if c.proxy {
			if done, ok := c.proxied(r); !ok {
				return
			} else if done {
				continue
			}
		}
		goesOn := c.answer(r)
		r.free()
		clear(c.headers) // an idle connection keeps no text of a request
		if !goesOn || r.close {
			return
		}
	}
}

// broken ends a request that never came whole: what is no HTTP is answered, what stopped in the middle is only told.
func (c *connection) broken(err error) {
	var bad badRequest
	switch {
	case errors.As(err, &bad):
		c.refuse(bad)
	case c.server.ctx.Err() == nil:
		c.server.tellOdd(Event{Service: c.service, Client: c.from, What: "half a request: " + cutShort(err)})
	}
}

// cutShort says why something did not come whole.
func cutShort(err error) string {
	if isTimeout(err) {
		return "it took longer than " + sendMost.String()
	}
	return "it ended in the middle"
}

func (c *connection) read() (*request, error) {
	if c.headers == nil {
		c.headers = make([]wire.Header, 0, 16)
	}
	r, err := readHead(c.in, c.headers)
	if err != nil {
		return nil, err
	}
	c.headers = r.Headers // those of one request, until the next one comes
	if strings.EqualFold(r.Header("Expect"), "100-continue") && r.Header("Content-Length") != "0" {
		if _, err := io.WriteString(c.conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return nil, err
		}
	}
	r.from, r.room, r.signing = c.from, &c.server.bodies, &c.signing
	if err := r.readBody(c.in); err != nil {
		r.free()
		return nil, err
	}
	return r, nil
}

// refuse answers what is no message of HTTP.
func (c *connection) refuse(bad badRequest) {
	c.server.tellOdd(Event{Service: c.service, Client: c.from, What: "no request: " + bad.why,
		Status: bad.status})
	code := map[int]string{400: "InvalidInput", 413: "RequestBodyTooLarge", 431: "RequestHeaderFieldsTooLarge",
		501: "NotImplemented", 503: "ServerBusy"}[bad.status]
	if c.service == "bucket" && bad.status == 413 {
		bad.status, code = 400, "EntityTooLarge"
	}
	a := wire.Refusal(c.service, &wire.Message{Method: "GET"}, &wire.NotReadError{Status: bad.status, Code: code,
		Message: "The request is refused: " + bad.why + "."}, wire.Context{At: c.server.room.Moment()})
	if writeAnswer(c.out, "GET", a, true) == nil {
		_ = c.conn.SetReadDeadline(time.Now().Add(
			time.Second)) // what is still being sent is taken, so that it reads this
		_, _ = io.Copy(io.Discard, c.in)
	}
}

// answer carries out a request and answers it; false ends the connection.
func (c *connection) answer(r *request) bool {
	event := Event{Service: c.service, Client: r.Header("User-Agent")}
	defer func() {
		if event.What == "" {
			event.What = r.Method + " " + r.raw
		}
		c.server.tell(event)
	}()
	if r.raw == ownPath+"reset" && r.Method == "POST" {
		return c.reset(r, &event)
	}
	if r.Method == "OPTIONS" {
		return c.preflight(r, &event)
	}
	if c.service == "bucket" && r.isForm() {
		return c.postForm(r, &event)
	}
	account, no := c.account(r)
	event.Writer = c.writer(r, account)
	if no := r.unsized(c.service); no != nil {
		return c.refuses(r, account, &event, crossed{}, no)
	}
	x := c.crosses(r)
	if no != nil {
		return c.refuses(r, account, &event, x, no.asError())
	}
	if c.service == "blob" && r.forAccount() { // which may be asked of whatever is in it
		r.Path = "/"
	}
	if c.answers == nil {
		c.answers = make([]wire.Header, 24)
	}
	carry := c.carryOut
	if c.room = c.answers[:0]; c.service == "blob" && r.IsBatch() {
		carry, c.room = c.batch, nil
	}
	a, code, err := carry(r, account, &event)
	goesOn := err == nil && c.say(r, &event, x.tell(c.service, a), code)
	clear(c.answers)
	return goesOn
}

// carryOut has the operation of a request carried out. An error means that nothing is answered.
func (c *connection) carryOut(r *request, account string, event *Event) (a wire.Raw, code string, err error) {
	reading, err := wire.Read(c.service, &r.Message, c.server.specOf)
	if err != nil && r.Unsigned && c.service == "bucket" { // no policy can let anybody do what is no operation
		err = &wire.NotReadError{Status: 403, Code: "AccessDenied", Message: "Access Denied"}
	}
	if err != nil {
		var not *wire.NotReadError
		if !errors.As(err, &not) {
			not = &wire.NotReadError{Status: 500, Code: "InternalError", Message: err.Error()}
		}
		var absent *wire.AbsentError
		if errors.As(err, &absent) {
			event.Absent = called(absent.What)
		}
		return c.refused(r, account, not)
	}
	spec := c.server.specs.of(reading.Verb)
	if r.Unsigned && c.service != "bucket" && !slices.ContainsFunc(reading.Args, func(a engine.Arg) bool {
		return a.Name == "under" && a.Value.String() == engine.Anonymous
	}) {
		return c.refused(r, account, unsigned.asError())
	}
	event.What, event.Unread = reading.Verb+" "+spec.Target(reading.Args), append(notOverrides(reading.Unread),
		r.notSecure()...)
	no := cmp.Or(r.permitted(c.service, spec, reading.Args, c.server.specs.of),
		r.ofSource(c.service, c.server.specs.of("get-blob"), !c.server.options.Trust), r.anonymousOverrides(c.service))
	if no == nil && reading.Verb == "create-share" {
		no = shortShare(reading.Args)
	}
	if reading.Verb == "get-user-delegation-key" && !r.byBearer() {
		no = &denied{403, "AuthenticationFailed",
			formed + "\nOnly authentication scheme Bearer is supported"}
	}
	if no != nil {
		return c.refused(r, account, no.asError())
	}
	reply, err := c.send(r, account, tryOf(r), reading, event.Unread)
	switch {
	case errors.Is(err, room.ErrLost), errors.Is(err, context.Canceled):
		return a, "", err
	case err != nil:
		no := c.server.untaken(c.service, err)
		a = wire.Refusal(c.service, &r.Message, no, c.context(r, room.Reply{}))
		return a, no.Code, nil
	}
	if reading.Status != 0 && reply.Answer.Accepted() {
		reply.Answer.Status = reading.Status
	}
	a = wire.Answer(spec, reading.Args, reply.Answer, c.context(r, reply))
	return r.overridden(c.service, a), reply.Answer.Code(), nil
}

// untaken is what a service says of a request that the room did not take.
func (s *Server) untaken(service string, err error) *wire.NotReadError {
	no := &wire.NotReadError{Status: 503, Code: "ServerBusy", Message: "The server is busy."}
	if rule := s.busy[service]; rule != nil {
		no.Code, no.Message = rule.Fault.Code, rule.Fault.Message
	}
	switch {
	case errors.Is(err, engine.ErrArgument):
		return &wire.NotReadError{Status: 400, Code: "InvalidInput", Message: err.Error()}
	case !errors.Is(err, room.ErrBusy):
		no.Message = "The request cannot be taken: " + err.Error() + "."
	}
	return no
}

// busyOf are the refusals by which services say that they are busy, by service.
func busyOf(w *engine.World) map[string]*engine.Rule {
	rules := map[string]*engine.Rule{}
	for _, service := range w.Services() {
		for _, rule := range service.Faults {
			if rule.Fault.Status == 503 {
				rules[service.Name] = rule
			}
		}
	}
	return rules
}

// batch carries out the requests of a batch one after the other, each under its own signature.
func (c *connection) batch(r *request, account string, event *Event) (a wire.Raw, code string, err error) {
	event.What = "a batch " + r.raw
	list, err := r.Batched()
	if err != nil {
		var not *wire.NotReadError
		errors.As(err, &not) // nothing else comes from there
		return wire.BatchRefused(&r.Message, not, c.context(r, room.Reply{})), not.Code, c.keep(r, account, not)
	}
	answers := make([]wire.Raw, len(list))
	for i, m := range list {
		one := &request{Message: *m, raw: m.Path, target: m.Path + "?" + m.Query, from: r.from, signing: r.signing}
		told := Event{Service: c.service, Client: event.Client, What: m.Method + " " + m.Path}
		if answers[i], err = c.inBatch(one, &told); err != nil {
			return a, "", err
		}
		c.server.tell(told)
	}
	return wire.BatchAnswer(&r.Message, answers, c.context(r, room.Reply{At: c.server.room.Moment()})), "", nil
}

// inBatch is the answer of one request of a batch.
func (c *connection) inBatch(r *request, event *Event) (a wire.Raw, err error) {
	account, no := c.account(r)
	event.Writer = c.writer(r, account)
	reading, unread := wire.Read(c.service, &r.Message, c.server.specs.of)
	switch {
	case no != nil:
		a, event.Code, err = c.refused(r, account, no.asError())
	case unread == nil && !wire.InBatch(reading.Verb):
		a, event.Code, err = c.refused(r, account, &wire.NotReadError{Status: 400, Code: "InvalidInput",
			Message: "A batch deletes blobs or sets their tiers."})
	default:
		a, event.Code, err = c.carryOut(r, account, event)
	}
	event.Status = a.Status
	return a, err
}

// ownPath is where requests to the program itself go.
const ownPath = "/.interleave/"

// reset begins again with empty services, between two tests.
func (c *connection) reset(r *request, event *Event) bool {
	a := wire.Raw{Status: 204, Reason: "No Content"}
	if err := c.server.room.Reset(); err != nil {
		a = wire.Raw{Status: 500, Reason: "Internal Server Error", Headers: []wire.Header{{Name: "Content-Length",
			Value: strconv.Itoa(len(err.Error()))}}, Body: err.Error()}
	}
	return c.say(r, event, a, "")
}

// context is what answers say beside their operation. What never reached the room has a moment all the same: clients
// set their own clocks by it.
func (c *connection) context(r *request, reply room.Reply) wire.Context {
	if reply.At == 0 {
		reply.At = c.server.room.Moment()
	}
	return wire.Context{At: reply.At, Request: reply.Request, Spec: c.server.specOf, Asked: &r.Message,
		Room: c.room}
}

func (c *connection) say(r *request, event *Event, a wire.Raw, code string) bool {
	event.Status, event.Code = a.Status, code
	return writeAnswer(c.out, r.Method, a, r.close) == nil
}

// account is whose request it is; the path loses the account, or gets the bucket that the host names.
func (c *connection) account(r *request) (name string, no *denied) {
	if c.service == "bucket" {
		name, no = r.amazonAccount(!c.server.options.Trust, c.server.virtual())
		r.lower()
		r.inBucket()
	} else {
		name, no = r.azureAccount(c.service, !c.server.options.Trust)
		first, rest := accountInPath(r)
		switch {
		case name == "":
			name, r.Path = first, rest
		case strings.HasPrefix(r.raw, "/"+name+"/") || r.raw == "/"+name:
			r.Path = strings.TrimPrefix(r.raw, "/"+name)
			if r.Path == "" {
				r.Path = "/"
			}
		}
		r.Account = name
	}
	return name, no
}

// inBucket puts the bucket that the host names in front of the path.
func (r *request) inBucket() {
	if bucket := bucketInHost(r.Host); bucket != "" {
		r.Path = "/" + wire.Escape(bucket, "") + r.raw
	}
}

// accountInPath is the account that an address of Azure names, and its path without it.
func accountInPath(r *request) (account, path string) {
	path, account = wire.AccountOf(r.Host, r.raw)
	return account, path
}

// bucketInHost is the bucket that a host names; empty where it names none: then the path does.
//
// Source: Amazon S3, "Virtual hosting of general purpose buckets".
func bucketInHost(host string) string {
	name, _, _ := strings.Cut(host, ":")
	labels := strings.Split(name, ".")
	for n := range labels {
		if rest := labels[n:]; rest[0] == "s3" || strings.HasPrefix(rest[0], "s3-") || rest[0] == "localhost" ||
			len(rest) == 4 && strings.Trim(strings.Join(rest, ""), "0123456789") == "" {
			return strings.Join(labels[:n], ".")
		}
	}
	if len(labels) < 3 || strings.HasPrefix(host, "[") || name == "host.docker.internal" {
		return ""
	}
	return labels[0]
}

// writer is the name of the writer whose request it is.
func (c *connection) writer(r *request, account string) string {
	switch {
	case r.Unsigned && c.service == "bucket": // however writers are told apart: policies know it by that name
		return engine.Anonymous
	case c.server.options.Writers.Connection:
		return named(account) + "-" + c.from
	case c.server.options.Writers.Header != "":
		value := r.Header(c.server.options.Writers.Header)
		if parts := strings.Split(value, "-"); len(parts) == 4 && len(parts[1]) == 32 {
			value = parts[1] // of a traceparent its trace
		}
		if value != "" {
			return strings.Clone(value)
		}
	}
	return named(account)
}

// named is the writer's name of an account.
func named(account string) string {
	if account == "" || account == Emulator {
		return "app"
	}
	return account
}

// send gives a request to the room. A client that hangs up while it waits is heard.
func (c *connection) send(r *request, account, try string, reading wire.Reading, unread []string) (room.Reply, error) {
	name := c.writer(r, account)
	seat := c.seats[name]
	if seat == nil {
		var err error
		if seat, err = c.server.seat(name, r.Header("User-Agent"), c.conn); err != nil {
			return room.Reply{}, err
		}
		c.seats[name] = seat
	}
	ctx := c.watch.begin(c.server.ctx, c.conn, c.in)
	defer ctx.end()
	return seat.Carry(ctx, room.Carried{Try: try, Verb: reading.Verb, Args: reading.Args, Unread: unread})
}

// tryOf is what a client's library calls a request, the same for each try of it; empty: it says nothing.
//
// Source: azcore, runtime.NewRequestIDPolicy; AWS SDK, amz-sdk-invocation-id.
func tryOf(r *request) string {
	if id := r.Header("amz-sdk-invocation-id"); id != "" {
		return id
	}
	return r.Header("x-ms-client-request-id")
}

// watch is a context that ends when a client hangs up while it waits for an answer. It begins to look when somebody
// asks for its end: most requests are answered at once. A connection has one for all its requests.
type watch struct {
	context.Context // of the server
	conn            net.Conn
	in              *bufio.Reader
	once            sync.Once
	began           context.Context // nil: nobody has asked
	cancel          context.CancelFunc
	timer           *time.Timer
	looking         sync.WaitGroup
}

// begin makes it the context of the next request.
func (w *watch) begin(ctx context.Context, conn net.Conn, in *bufio.Reader) *watch {
	*w = watch{Context: ctx, conn: conn, in: in}
	return w
}

// Done is closed when the client hangs up, or the server ends.
func (w *watch) Done() <-chan struct{} {
	w.once.Do(func() {
		w.began, w.cancel = context.WithCancel(w.Context)
		w.looking.Add(1)
		_ = w.conn.SetReadDeadline(time.Time{}) // a connection that is closed says so at the next read
		w.timer = time.AfterFunc(watchFrom, w.look)
	})
	return w.began.Done()
}

// Err is why it has ended.
func (w *watch) Err() error {
	if w.began == nil {
		return w.Context.Err()
	}
	return w.began.Err()
}

func (w *watch) look() {
	defer w.looking.Done()
	for n := 1; n <= w.in.Size(); n = w.in.Buffered() + 1 { // what comes meanwhile waits its turn
		if _, err := w.in.Peek(n); err != nil {
			if !isTimeout(err) {
				w.cancel()
			}
			return
		}
	}
}

// end stops looking, so that the connection can be read again.
func (w *watch) end() {
	if w.began == nil {
		return
	}
	if w.timer.Stop() {
		w.looking.Done()
	} else {
		_ = w.conn.SetReadDeadline(time.Unix(1, 0)) // the look ends
	}
	w.looking.Wait()
	w.cancel()
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}
