package tianming_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// column returns the names of this SDK in the table of all SDKs.
func column(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../surface.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Rows []map[string]*string }
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, row := range table.Rows {
		if name := row["go"]; name != nil {
			names[*name] = true
		}
	}
	return names
}

// declared returns the exported names of this package, and Type.Member for fields and methods.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			addDeclaration(names, declaration)
		}
	}
	return names
}

func addDeclaration(names map[string]bool, declaration ast.Decl) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		prefix := ""
		if d.Recv != nil {
			prefix = receiver(d.Recv.List[0].Type) + "."
		}
		names[prefix+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				addMembers(names, s)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names[name.Name] = true
				}
			}
		}
	}
}

func addMembers(names map[string]bool, s *ast.TypeSpec) {
	var fields *ast.FieldList
	switch kind := s.Type.(type) {
	case *ast.StructType:
		fields = kind.Fields
	case *ast.InterfaceType:
		fields = kind.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			names[s.Name.Name+"."+name.Name] = true
		}
	}
}

func receiver(kind ast.Expr) string {
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	if name, ok := kind.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func TestTheTableOfAllSDKsHasTheNamesOfThisOne(t *testing.T) {
	table, package_ := column(t), declared(t)
	for name := range table {
		if !package_[name] {
			t.Errorf("clients/surface.json has %s, and the SDK does not", name)
		}
	}
	for name := range package_ {
		if ast.IsExported(name) && !strings.Contains(name, ".") && !table[name] {
			t.Errorf("the SDK has %s, and clients/surface.json does not", name)
		}
	}
}
