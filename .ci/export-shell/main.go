// Command shell reads calls of curl, redis-cli, az and aws with a real parser of the shell: each must be plain words,
// of which nothing is carried out but the call itself.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var (
	programs  = []string{"curl", "redis-cli", "az", "aws", "printf"}
	variables = []string{"AZURE_STORAGE_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}
)

func main() {
	wrong := 0
	for _, name := range os.Args[1:] {
		if err := check(name); err != nil {
			wrong++
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		}
	}
	fmt.Printf("%d files read as the shell reads them, %d wrong\n", len(os.Args)-1, wrong)
	if wrong > 0 || len(os.Args) < 2 {
		os.Exit(1)
	}
}

func check(name string) error {
	text, err := os.Open(name)
	if err != nil {
		return err
	}
	defer text.Close()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(text, name)
	if err != nil {
		return err
	}
	if len(file.Stmts) == 0 {
		return fmt.Errorf("there is no call")
	}
	for _, s := range file.Stmts {
		call, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || s.Background || s.Negated || len(call.Assigns) > 0 || len(call.Args) == 0 {
			return fmt.Errorf("no plain call: %T", s.Cmd)
		}
		for _, r := range s.Redirs {
			if r.Op != syntax.RdrOut || r.Word.Lit() != "body" {
				return fmt.Errorf("it writes to %q", r.Word.Lit())
			}
		}
		if err := words(call.Args); err != nil {
			return err
		}
	}
	return nil
}

func words(args []*syntax.Word) (err error) {
	var argv []string
	for _, a := range args {
		text := ""
		syntax.Walk(a, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Lit:
				text += n.Value
			case *syntax.SglQuoted:
				text += n.Value
			case *syntax.ParamExp:
				if !slices.Contains(variables, n.Param.Value) {
					err = fmt.Errorf("it reads $%s", n.Param.Value)
				}
				return false
			case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ExtGlob, *syntax.BraceExp:
				err = fmt.Errorf("it carries out %T", n)
			}
			return true
		})
		argv = append(argv, text)
	}
	switch {
	case err != nil:
		return err
	case !slices.Contains(programs, argv[0]):
		return fmt.Errorf("it calls %q", argv[0])
	case argv[0] == "curl":
		return curl(argv[1:])
	}
	return nil
}

// curl must have one address, a method where it has a body, and headers with a name.
func curl(argv []string) error {
	addresses := 0
	for i := 0; i < len(argv); i++ {
		switch arg := argv[i]; {
		case arg == "-i" || arg == "--head":
		case slices.Contains([]string{"-X", "-H", "--data-raw", "--aws-sigv4", "--user"}, arg):
			i++
			if i == len(argv) {
				return fmt.Errorf("%s has nothing behind it", arg)
			}
			if name, _, ok := strings.Cut(strings.TrimSuffix(argv[i], ";")+":", ":"); arg == "-H" &&
				(!ok || name == "" || strings.ContainsAny(name, " \n")) {
				return fmt.Errorf("%q is no header", argv[i])
			}
		case strings.HasPrefix(arg, "https://"):
			addresses++
		default:
			return fmt.Errorf("curl knows no %q here", arg)
		}
	}
	if addresses != 1 {
		return fmt.Errorf("%d addresses", addresses)
	}
	return nil
}
