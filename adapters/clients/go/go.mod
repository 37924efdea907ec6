module github.com/petcare/petcare/adapters/clients/go

go 1.24
