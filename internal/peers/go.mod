module github.com/zobrist-go/zobrist/internal/peers

go 1.24.0

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/stretchr/testify v1.12.1
	github.com/zobrist-go/zobrist v0.0.0
	gonum.org/v1/gonum v0.17.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/exp v0.0.0-20250620022241-b7579e27df2b // indirect
)

replace github.com/zobrist-go/zobrist => ../..
