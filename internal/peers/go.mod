module github.com/zobrist-go/zobrist/internal/peers

go 1.24.0

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/maypok86/otter/v2 v2.2.1
	github.com/puzpuzpuz/xsync/v4 v4.2.0
	github.com/stretchr/testify v1.12.1
	github.com/zobrist-go/zobrist v0.0.0
	golang.org/x/sys v0.34.0
	gonum.org/v1/gonum v0.17.0
	gonum.org/v1/plot v0.17.0
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/exp v0.0.0-20250620022241-b7579e27df2b // indirect
	golang.org/x/image v0.30.0 // indirect
	golang.org/x/text v0.28.0 // indirect
)

replace github.com/zobrist-go/zobrist => ../..
