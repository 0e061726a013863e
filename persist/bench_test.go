package persist

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkCommit commits in groups, beside the least that could be done: the same bytes appended to a plain file, and
// synced.
func BenchmarkCommit(b *testing.B) {
	for _, group := range []int{100, 1000} {
		b.Run(fmt.Sprintf("group=%d/session", group), func(b *testing.B) {
			s := mustOpen(b, filepath.Join(b.TempDir(), "bench.db"))
			next := 1
			for b.Loop() {
				b.StopTimer()
				rs := records(next, next+group-1)
				b.StartTimer()
				s.Append(rs)
				mustFlush(b, s)
				next += group
			}
			b.ReportMetric(float64(group)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
		b.Run(fmt.Sprintf("group=%d/plain", group), func(b *testing.B) {
			f, err := os.Create(filepath.Join(b.TempDir(), "bench.log"))
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			next := 1
			for b.Loop() {
				b.StopTimer()
				var data []byte
				for _, r := range records(next, next+group-1) {
					data = appendRecord(data, r, nil)
				}
				b.StartTimer()
				if _, err := f.Write(data); err != nil {
					b.Fatal(err)
				}
				if err := f.Sync(); err != nil {
					b.Fatal(err)
				}
				next += group
			}
			b.ReportMetric(float64(group)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkLoad10000 reads the size of session that the desktop has its budgets for.
func BenchmarkLoad10000(b *testing.B) {
	path := session(b, 10_000)
	for b.Loop() {
		if got, err := Read(path); err != nil || len(got.Records) != 10_000 {
			b.Fatal(len(got.Records), err)
		}
	}
}
