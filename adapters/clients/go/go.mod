module github.com/petcare/petcare/adapters/clients/go

go 1.25

require github.com/oapi-codegen/nullable v1.1.0
