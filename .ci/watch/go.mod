module interleave/watched

go 1.26
