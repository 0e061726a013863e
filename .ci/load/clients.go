package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
)

const (
	clients = 8
	account = "devstoreaccount1"
	key     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// measure is one kind of request. prepare makes what its requests need; what it gives has all clients send until ctx
// ends, and counts the requests.
type measure struct {
	name    string
	prepare func(*server) (func(context.Context) (int, error), error)
}

var measures = []measure{{"put", puts}, {"get", gets}, {"swap", swaps}, {"queue", queues}, {"merge", merges}}

var body = bytes.Repeat([]byte("x"), 1024)

func send(b []byte) io.ReadSeekCloser { return streaming.NopCloser(bytes.NewReader(b)) }

// core are the clients' options: each has connections of its own. One that has rested for a turn of others is not used
// again: Node closes it after 5 s, perhaps just then.
func core() azcore.ClientOptions {
	return azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1},
		Transport: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4,
			IdleConnTimeout: time.Second}}}
}

// all has each client do something again and again; one counts its requests.
func all(do func(context.Context, int) (int, error)) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		var group sync.WaitGroup
		var mu sync.Mutex
		var sum int
		var failed error
		for i := range clients {
			group.Go(func() {
				n := 0
				var err error
				for ctx.Err() == nil && err == nil {
					var more int
					more, err = do(context.Background(), i)
					n += more
				}
				mu.Lock()
				defer mu.Unlock()
				sum += n
				failed = errors.Join(failed, err)
			})
		}
		group.Wait()
		return sum, failed
	}
}

func blobs(s *server, names string) ([]*blockblob.Client, error) {
	credential, err := blob.NewSharedKeyCredential(account, key)
	if err != nil {
		return nil, err
	}
	at := "http://" + s.blob + "/" + account + "/" + names
	c, err := container.NewClientWithSharedKeyCredential(at, credential,
		&container.ClientOptions{ClientOptions: core()})
	if err != nil {
		return nil, err
	}
	if _, err := c.Create(context.Background(), nil); err != nil {
		return nil, err
	}
	list := make([]*blockblob.Client, clients)
	for i := range list {
		list[i], err = blockblob.NewClientWithSharedKeyCredential(fmt.Sprintf("%s/blob-%d", at, i), credential,
			&blockblob.ClientOptions{ClientOptions: core()})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func puts(s *server) (func(context.Context) (int, error), error) {
	list, err := blobs(s, "puts")
	return all(func(ctx context.Context, i int) (int, error) {
		_, err := list[i].Upload(ctx, send(body), nil)
		return 1, err
	}), err
}

func gets(s *server) (func(context.Context) (int, error), error) {
	list, err := blobs(s, "gets")
	for _, one := range list {
		if err == nil {
			_, err = one.Upload(context.Background(), send(body), nil)
		}
	}
	return all(func(ctx context.Context, i int) (int, error) {
		a, err := list[i].DownloadStream(ctx, nil)
		if err != nil {
			return 0, err
		}
		defer a.Body.Close()
		n, err := io.Copy(io.Discard, a.Body)
		if err == nil && n != int64(len(body)) {
			err = fmt.Errorf("%d bytes came, not %d", n, len(body))
		}
		return 1, err
	}), err
}

// swaps are all clients at one blob: each reads its tag and writes where it is still that.
func swaps(s *server) (func(context.Context) (int, error), error) {
	list, err := blobs(s, "swaps")
	if err == nil {
		_, err = list[0].Upload(context.Background(), send(body), nil)
	}
	for i := range list[1:] {
		list[1+i] = list[0]
	}
	return all(func(ctx context.Context, i int) (int, error) {
		is, err := list[i].GetProperties(ctx, nil)
		if err != nil {
			return 0, err
		}
		_, err = list[i].Upload(ctx, send(body), &blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{
			ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: is.ETag}}})
		var refused *azcore.ResponseError
		if errors.As(err, &refused) && refused.StatusCode == http.StatusPreconditionFailed {
			err = nil // another was quicker
		}
		return 2, err
	}), err
}

// queues are three requests: a message is put, one is taken, and that is deleted.
func queues(s *server) (func(context.Context) (int, error), error) {
	credential, err := azqueue.NewSharedKeyCredential(account, key)
	if err != nil {
		return nil, err
	}
	list := make([]*azqueue.QueueClient, clients)
	for i := range list {
		list[i], err = azqueue.NewQueueClientWithSharedKeyCredential(
			fmt.Sprintf("http://%s/%s/queue-%d", s.queue, account, i), credential,
			&azqueue.ClientOptions{ClientOptions: core()})
		if err == nil {
			_, err = list[i].Create(context.Background(), nil)
		}
		if err != nil {
			return nil, err
		}
	}
	text := strings.Repeat("x", 256)
	return all(func(ctx context.Context, i int) (int, error) {
		if _, err := list[i].EnqueueMessage(ctx, text, nil); err != nil {
			return 0, err
		}
		a, err := list[i].DequeueMessage(ctx, nil)
		if err != nil {
			return 1, err
		}
		for _, m := range a.Messages {
			if _, err := list[i].DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil); err != nil {
				return 2, err
			}
		}
		return 2 + len(a.Messages), nil
	}), nil
}

func merges(s *server) (func(context.Context) (int, error), error) {
	credential, err := aztables.NewSharedKeyCredential(account, key)
	if err != nil {
		return nil, err
	}
	list := make([]*aztables.Client, clients)
	for i := range list {
		list[i], err = aztables.NewClientWithSharedKey(fmt.Sprintf("http://%s/%s/merges", s.table, account), credential,
			&aztables.ClientOptions{ClientOptions: core()})
		if err != nil {
			return nil, err
		}
	}
	if _, err := list[0].CreateTable(context.Background(), nil); err != nil {
		return nil, err
	}
	entity := func(i int) []byte {
		return fmt.Appendf(nil, `{"PartitionKey":"p%d","RowKey":"r","Text":%q,"Number":7}`, i, body[:200])
	}
	for i := range list {
		if _, err := list[i].AddEntity(context.Background(), entity(i), nil); err != nil {
			return nil, err
		}
	}
	return all(func(ctx context.Context, i int) (int, error) {
		_, err := list[i].UpdateEntity(ctx, entity(i),
			&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge})
		return 1, err
	}), nil
}
