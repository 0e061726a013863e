package script

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/yuin/gopher-lua/ast"
)

// What the interpreter does otherwise than Lua within an expression is done by functions of ours that stand in its
// place. Their names are none that a script could write.
const (
	joinName  = "\x00join"  // a .. b: the interpreter writes numbers in its own way
	boundName = "\x00bound" // the numbers of a loop: the interpreter takes no text for one
)

// rewritten is a script in which those stand. An error is a statement that the interpreter has and Lua 5.1 has not.
func rewritten(tree []ast.Stmt) (_ []ast.Stmt, err error) {
	rewrite(reflect.ValueOf(&tree).Elem(), &err)
	return tree, err
}

// rewrite goes through what a node holds and puts other expressions in their places.
func rewrite(v reflect.Value, err *error) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		switch e := v.Interface().(type) {
		case *ast.StringConcatOpExpr:
			v.Set(reflect.ValueOf(joined(e)))
		case *ast.GotoStmt:
			*err = cmp.Or(*err, fmt.Errorf("%s:%d: '=' expected near '%s'", chunk, e.Line(), e.Label))
		case *ast.LabelStmt:
			*err = cmp.Or(*err, fmt.Errorf("%s:%d: unexpected symbol near ':'", chunk, e.Line()))
		case *ast.NumberForStmt:
			for i, bound := range []*ast.Expr{&e.Init, &e.Limit, &e.Step} {
				*bound = bounded(*bound, i)
			}
		}
		rewrite(v.Elem(), err)
	case reflect.Pointer:
		if !v.IsNil() {
			rewrite(v.Elem(), err)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				rewrite(v.Field(i), err)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			rewrite(v.Index(i), err)
		}
	}
}

// joined is the call for a chain of texts.
func joined(e *ast.StringConcatOpExpr) *ast.FuncCallExpr {
	parts := []ast.Expr{e.Lhs}
	for next := e.Rhs; ; {
		chain, ok := next.(*ast.StringConcatOpExpr)
		if !ok {
			parts = append(parts, next)
			break
		}
		parts, next = append(parts, chain.Lhs), chain.Rhs
	}
	for i, p := range parts { // of a call its first value alone
		if call, ok := p.(*ast.FuncCallExpr); ok && !call.AdjustRet {
			one := *call
			one.AdjustRet = true
			parts[i] = &one
		}
		if more, ok := p.(*ast.Comma3Expr); ok && !more.AdjustRet {
			one := *more
			one.AdjustRet = true
			parts[i] = &one
		}
	}
	return called(joinName, e, parts)
}

// bounds are how Lua calls the numbers of a loop.
var bounds = [...]string{"initial value", "limit", "step"}

// bounded is the call for one of the numbers of a loop; one that is written as a number stays.
func bounded(e ast.Expr, place int) ast.Expr {
	switch e.(type) {
	case nil, *ast.NumberExpr:
		return e
	}
	return called(boundName, e, []ast.Expr{&ast.StringExpr{Value: bounds[place]}, e})
}

// called is a call that answers one value, where an expression stood.
func called(name string, at ast.Expr, args []ast.Expr) *ast.FuncCallExpr {
	call := &ast.FuncCallExpr{Func: &ast.IdentExpr{Value: name}, Args: args, AdjustRet: true}
	for _, node := range []ast.PositionHolder{call, call.Func} {
		node.SetLine(at.Line())
		node.SetLastLine(at.LastLine())
	}
	return call
}
