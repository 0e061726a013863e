// Package conformance runs the official Go client libraries against `interleave serve`: every operation of each service
// that the catalog has, read back with the libraries' own types.
package conformance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

// served is the first line of `interleave serve -json`.
var served struct {
	Blob, Queue, Table, File, S3 string
	Accounts                     map[string]string
}

// INTERLEAVE names the program to be tested. Under `interleave watch` it runs already, and INTERLEAVE_PORTS says where.
func TestMain(m *testing.M) {
	if text := os.Getenv("INTERLEAVE_PORTS"); text != "" {
		if err := watched(text); err != nil {
			fmt.Println(err)
			os.Exit(2)
		}
		os.Exit(m.Run())
	}
	program := os.Getenv("INTERLEAVE")
	if program == "" {
		fmt.Println("INTERLEAVE names no program to be tested")
		os.Exit(2)
	}
	command := exec.Command(program, "serve", "-json", "--blob", ":0", "--queue", ":0", "--table", ":0", "--file", ":0",
		"--s3", ":0", "--redis", "off")
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(first, &served)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	log, _ := os.Create(os.Getenv("INTERLEAVE_LOG"))
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			if log != nil {
				_, _ = log.WriteString(line)
			}
		}
	}()
	code := m.Run()
	_ = command.Process.Signal(syscall.SIGTERM)
	<-drained
	_ = command.Wait()
	os.Exit(code)
}

// watched is where the services are that a run is watched at.
func watched(text string) error {
	var ports struct{ Blob, Queue, Table, File, S3 int }
	if err := json.Unmarshal([]byte(text), &ports); err != nil {
		return fmt.Errorf("INTERLEAVE_PORTS: %w", err)
	}
	for port, at := range map[int]*string{ports.Blob: &served.Blob, ports.Queue: &served.Queue,
		ports.Table: &served.Table, ports.File: &served.File, ports.S3: &served.S3} {
		*at = fmt.Sprintf("http://127.0.0.1:%d", port)
	}
	key := os.Getenv("AZURE_STORAGE_KEY")
	served.Accounts = map[string]string{"devstoreaccount1": key, "app": key, "ana": key, "ben": key, "cem": key}
	return nil
}

func connection(account string) string {
	text := "DefaultEndpointsProtocol=http;AccountName=" + account + ";AccountKey=" + served.Accounts[account] + ";"
	for name, url := range map[string]string{"Blob": served.Blob, "Queue": served.Queue, "Table": served.Table,
		"File": served.File} {
		text += name + "Endpoint=" + url + "/" + account + ";"
	}
	return text
}

// ok ends a test at an error that was not expected.
func ok[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatalf("%T: %v", v, err)
		}
		return v
	}
}

// must is ok for a value.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("%T: %v", v, err))
	}
	return v
}

// refused checks the code of an error of Azure.
func refused(t *testing.T, err error, status int, code string) {
	t.Helper()
	var answer *azcore.ResponseError
	if !errors.As(err, &answer) {
		t.Errorf("want %d %s, got %v", status, code, err)
		return
	}
	if answer.StatusCode != status || answer.ErrorCode != code {
		t.Errorf("want %d %s, got %d %s", status, code, answer.StatusCode, answer.ErrorCode)
	}
}

// given says that a pointer of an answer is there and points to this.
func given[T comparable](t *testing.T, what string, have *T, want T) {
	t.Helper()
	switch {
	case have == nil:
		t.Errorf("%s is missing, should be %v", what, want)
	case *have != want:
		t.Errorf("%s is %v, should be %v", what, *have, want)
	}
}

// there says that pointers of an answer are set.
func there(t *testing.T, names string, values ...any) {
	t.Helper()
	for i, name := range strings.Fields(names) {
		if v := reflect.ValueOf(values[i]); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
			t.Errorf("%s is missing", name)
		}
	}
}

func ptr[T any](v T) *T { return &v }
