package wire_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/wire"
)

// byDocument is what "Create an account SAS", "Account SAS permissions by operation" asks for: the resource, one of
// letters, and behind a plus one more. Where "Create a service SAS" allows more, it stands here too (pd: clearing a
// queue; cw: copying to a new file).
const byDocument = `
blob list-containers s l, get-blob-service-properties s r, set-blob-service-properties s w
blob create-container c cw, get-container-properties c r, get-container-metadata c r, set-container-metadata c w
blob acquire-container-lease c w, break-container-lease c wd, delete-container c d, find-blobs-in-container c f
blob list-blobs c l, put-blob o cw, get-blob o r, get-blob-properties o r, set-blob-properties o w
blob get-blob-metadata o r, set-blob-metadata o w, get-blob-tags o t, set-blob-tags o t, find-blobs-by-tags o f
blob delete-blob o d, acquire-blob-lease o w, break-blob-lease o wd, snapshot-blob o cw, copy-blob o cw
blob abort-copy-blob o w, put-block o w, put-block-from-url o w, put-block-list o w, get-block-list o r
blob put-page o w, get-page-ranges o r, append-block o aw
queue list-queues s l, get-queue-service-properties s r, create-queue c cw, delete-queue c d, get-queue-metadata c r
queue set-queue-metadata c w, put-message o a, get-messages o p, peek-messages o r, delete-message o p
queue clear-messages o pd, update-message o u
table query-tables c l, create-table c cw, delete-table c d, query-entities o r, get-entity o r, insert-entity o a
table insert-or-merge-entity o a+u, insert-or-replace-entity o a+u, update-entity o u, merge-entity o u
table delete-entity o d
share list-shares s l, create-share c cw, snapshot-share c cw, get-share-properties c r, get-share-stats c r
share set-share-properties c w, set-share-metadata c w, delete-share c d, list-directories-and-files c l
share create-directory o cw, get-directory-properties o r, set-directory-metadata o w, delete-directory o d
share create-file o cw, get-file o r, get-file-properties o r, set-file-metadata o w, delete-file o d, put-range o w
share list-ranges o r, copy-file o cw`

// What a signature must allow is what the document's table says of the operation.
func TestPermissionsAreThoseOfTheDocument(t *testing.T) {
	w := catalog.New()
	rows := 0
	for line := range strings.Lines(strings.TrimSpace(byDocument)) {
		_, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for row := range strings.SplitSeq(list, ", ") {
			words := strings.Fields(row)
			spec := w.Spec(words[0])
			if spec == nil {
				t.Errorf("no operation %s", words[0])
				continue
			}
			rows++
			got := wire.PermissionFor(spec)
			letters, also, _ := strings.Cut(words[2], "+")
			if string(got.Resource) != words[1] || inOrder(got.Letters) != inOrder(letters) || got.Also != also {
				t.Errorf("%s: %c %s+%s, want %s", words[0], got.Resource, got.Letters, got.Also, row)
			}
		}
	}
	if rows < 60 {
		t.Errorf("%d rows", rows)
	}
}

func inOrder(letters string) string {
	list := []byte(letters)
	slices.Sort(list)
	return string(list)
}
