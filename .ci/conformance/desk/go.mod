module interleave/conformance/desk

go 1.26.0
