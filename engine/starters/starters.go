package starters

import (
	"embed"
	"strings"
)

//go:embed *.txt
var texts embed.FS

// Program is a program of one file.
type Program struct {
	Flag   string // of its service, as `blob`
	Title  string
	Module string // that it needs, with its version
	Does   string
	Text   string
}

// List is one program for each service, in the order of their ports.
func List() []Program {
	azure := "github.com/Azure/azure-sdk-for-go/sdk/"
	list := []Program{
		{Flag: "blob", Title: "Go, a blob", Module: azure + "storage/azblob@v1.8.1",
			Does: "it counts in a blob, under If-Match."},
		{Flag: "queue", Title: "Go, a queue", Module: azure + "storage/azqueue@v1.0.1",
			Does: "it takes a message and deletes it with its receipt."},
		{Flag: "table", Title: "Go, a row of a table", Module: azure + "data/aztables@v1.4.1",
			Does: "it counts in a row, under If-Match."},
		{Flag: "file", Title: "Go, a file of a share", Module: azure + "storage/azfile@v1.6.0",
			Does: "it counts in a file, under a lease that it renews."},
		{Flag: "s3", Title: "Go, an object of S3", Module: "github.com/aws/aws-sdk-go-v2/service/s3@v1.114.7",
			Does: "it counts in an object, under If-Match."},
		{Flag: "redis", Title: "Go, a key of Redis", Module: "github.com/redis/go-redis/v9@v9.23.0",
			Does: "it counts in a key, under WATCH."},
	}
	for i := range list {
		text, _ := texts.ReadFile(list[i].Flag + ".txt") // a test reads them all
		list[i].Text = strings.ReplaceAll(string(text), "MODULE", list[i].Module)
	}
	return list
}
