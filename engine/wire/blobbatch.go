package wire

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// batchMost is how many requests a batch of blobs holds at most.
//
// Source: Azure REST, "Blob Batch", "Remarks".
const batchMost = 256

// IsBatch says whether a message holds several requests that have nothing to do with each other: each is judged by
// itself, and has its own answer in the one of the batch.
//
// Source: Azure REST, "Blob Batch".
func (m *Message) IsBatch() bool {
	query, err := pairsOf(m.Query)
	r := reader{query: query}
	comp, _ := r.asked("comp")
	return err == nil && m.Method == "POST" && comp == "batch"
}

// Batched are the requests of a batch, in their order.
func (m *Message) Batched() ([]*Message, error) {
	bad := &NotReadError{400, "InvalidInput", "One of the request inputs is not valid."}
	kind := m.Header("Content-Type")
	parts, ok := partsOf(kind, m.Body)
	switch {
	case kind != "" && boundary(kind) == "":
		return nil, &NotReadError{400, "InvalidHeaderValue",
			"The value for one of the HTTP headers is not in the correct format."}
	case !ok || len(parts) == 0:
		return nil, bad
	}
	if len(parts) > batchMost {
		return nil, &NotReadError{400, "ExceedsMaxBatchRequestCount",
			"The number of requests in the batch exceeds the maximum of 256."}
	}
	list := make([]*Message, 0, len(parts))
	for _, part := range parts {
		_, text := partOf(part)
		head, body, _ := strings.Cut(text, "\n\n")
		lines := strings.Split(head, "\n")
		words := strings.Fields(lines[0])
		if len(words) < 2 || !strings.HasPrefix(words[1], "/") {
			return nil, bad
		}
		one := &Message{Method: words[0], Host: m.Host, Body: strings.TrimRight(body, "\n")}
		one.Path, one.Query, _ = strings.Cut(words[1], "?")
		if path, _ := AccountOf(m.Host, one.Path); !m.lies(path) && !m.lies(one.Path) {
			return nil, bad // a batch for a container is for what is in it
		}
		one.Headers = headersIn(lines[1:])
		list = append(list, one)
	}
	return list, nil
}

// lies says whether a path leads into the container that a batch is for. Some libraries leave the account away in the
// requests of a batch, where an address has it in the path.
func (m *Message) lies(path string) bool {
	return m.Path == "/" || strings.HasPrefix(path, strings.TrimSuffix(m.Path, "/")+"/")
}

// InBatch says whether an operation may stand in a batch.
func InBatch(verb string) bool { return verb == "delete-blob" || verb == "set-blob-tier" }

// BatchRefused is the answer of a batch that could not be read: that of the batch says yes, and holds one refusal for
// all its requests. One without a type, or of too many requests, is refused as any request is.
//
// Source: Azurite's tests, which hold it against the service; blob/rules.md, "Containers: create and delete".
func BatchRefused(m *Message, why *NotReadError, x Context) Raw {
	refusal := Refusal("blob", m, why, x)
	if m.Header("Content-Type") == "" || why.Code == "ExceedsMaxBatchRequestCount" {
		return refusal
	}
	return batchAnswer(m, []Raw{refusal}, x, false)
}

// BatchAnswer is the answer of a batch whose requests were answered so.
func BatchAnswer(m *Message, answers []Raw, x Context) Raw { return batchAnswer(m, answers, x, true) }

func batchAnswer(m *Message, answers []Raw, x Context, numbered bool) Raw {
	mark := "batchresponse_" + requestID(x.Request)
	var b strings.Builder
	for i, a := range answers {
		fmt.Fprintf(&b, "--%s\r\nContent-Type: application/http\r\n", mark)
		if numbered {
			fmt.Fprintf(&b, "Content-ID: %d\r\n", i)
		}
		fmt.Fprintf(&b, "\r\nHTTP/1.1 %d %s\r\n", a.Status, a.Reason)
		for _, h := range a.Headers {
			if h.Name != "Date" {
				fmt.Fprintf(&b, "%s: %s\r\n", h.Name, oneLine(h.Value))
			}
		}
		b.WriteString("\r\n" + a.Body + "\r\n")
	}
	fmt.Fprintf(&b, "--%s--\r\n", mark)
	x.Asked = m
	r := &draft{service: blobs, spec: &engine.OpSpec{}, form: &form{method: m.Method}, x: x, body: b.String(),
		headers: []Header{{"Content-Type", "multipart/mixed; boundary=" + mark}}}
	return r.answered(engine.Answer{Status: 202})
}
