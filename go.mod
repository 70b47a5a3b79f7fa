module github.com/zobrist-go/zobrist

go 1.23.0

require (
	github.com/stretchr/testify v1.8.0
	golang.org/x/exp v0.0.0-20220303212507-bbda1eaf7a17
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
