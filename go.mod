module github.com/zobrist-go/zobrist

go 1.23.0

require golang.org/x/exp v0.0.0-20250620022241-b7579e27df2b
