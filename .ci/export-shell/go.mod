module interleave/ci/shell

go 1.26

require mvdan.cc/sh/v3 v3.12.0
