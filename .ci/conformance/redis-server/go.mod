module interleave/conformance/redis-server

go 1.26
