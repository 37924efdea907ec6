# Every target works on a fresh clone; what is missing is installed or named. `make` lists them.

VERSION    ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT     ?= $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS     = -s -w -X github.com/petcare/petcare/cmd.version=$(VERSION) -X github.com/petcare/petcare/cmd.commit=$(COMMIT)
# Gin without its MessagePack codec, which nothing here speaks.
TAGS        = nomsgpack
# Without the path of the clone, the program is the same one, and as large, wherever it is built. No debugger looks at it: without tables for
# one, compiling and linking take a tenth less. All else is built likewise, so that nothing is built twice.
export GOFLAGS := $(GOFLAGS) -tags=$(TAGS) -trimpath -gcflags=all=-dwarf=false -ldflags=-s
GO_FOLDERS  = $(wildcard adapters cmd modules platform configs deployments/custom)
# Three packages at a time on two cores, and three tests of each: tests with browsers, restarts and timeouts wait as much as they compute.
# Go would end a package after 10 minutes, which other work on the machine can make it take. make check has vet.
TEST_FLAGS ?= -shuffle=on -p 3 -parallel 3 -timeout 30m -vet=off
PKGS       ?= ./...
# The service keeps its memory small. Tests that run several of it in one process would collect garbage a third of their time.
TEST_MEMORY ?= GOGC=400 GOMEMLIMIT=2GiB

# Packages that share memory between goroutines of their own. Programs with the race detector sleep for a second when they end, also those that
# tests start; GORACE leaves that out.
RACE_PKGS  ?= ./adapters/httpapi ./adapters/httpapi/events ./adapters/jsonl ./cmd ./modules/accounts ./modules/auth ./modules/configlists \
              ./modules/customerspets ./modules/webhooks/... ./platform/fair ./platform/idempotency/... ./platform/logging ./platform/outbox/... \
              ./platform/passwords ./platform/postgres ./platform/testkit
BENCH      ?= Services|Requests|Drain|BesideASlowReceiver|Import$$/^50000$$
BENCH_PKGS ?= ./cmd/load ./modules/webhooks/webhooksfx

# What may stand in the root, and how large the program may be.
ROOT        = .ci/ .gitignore .golangci.yml LICENSE Makefile README.md CHANGELOG.md SECURITY.md CODEOWNERS go.mod go.sum \
              adapters/ cmd/ configs/ deployments/ modules/ platform/
MAX_BYTES  ?= 60000000

VULN_VERSION = 1.9.0

LINT_VERSION = 2.15.0
LINT         = bin/golangci-lint-$(LINT_VERSION)
APIDIFF_VERSION = v0.0.0-20261014143641-f0251eb4aa3e
APIDIFF      = bin/apidiff-$(APIDIFF_VERSION)
# What the clients are made and checked with; NODE holds a lock file's worth of npm packages and the TypeScript client beside them.
OAPI_CODEGEN = bin/oapi-codegen-2.8.2
OASDIFF      = bin/oasdiff-1.24.0
NODE         = bin/_npm
REDOCLY      = REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(NODE)/node_modules/.bin/redocly
CLIENTS     ?= adapters/clients
VERIFIER     = modules/webhooks/webhookverify
BASELINE     = adapters/clients/baseline/openapi-1.0.0.yaml.gz

# With a server of your own in TEST_DATABASE_URL, no cluster is started.
WITH_POSTGRES = $(if $(TEST_DATABASE_URL),,bin/withpostgres)

.DEFAULT_GOAL := help
.PHONY: help run build test race check lint vulnerabilities openapi schema clients check-clients chromium check-console screenshots programs
.PHONY: bench chaos load growth cover clean go postgres pgbouncer bin/petcare bin/withpostgres

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Run the service with a private PostgreSQL and the demo business
	@test -n "$$PETCARE_DATABASE_URL" || deployments/ensure-postgres.sh
	@PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS="$${PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS:-true}" \
		PETCARE_LOG_FORMAT="$${PETCARE_LOG_FORMAT:-console}" exec bin/petcare serve --demo

build: bin/petcare ## Build bin/petcare

test: go postgres chromium programs bin/withpostgres ## Run every test on a throw-away PostgreSQL (PKGS=packages)
	$(TEST_MEMORY) $(WITH_POSTGRES) go test $(TEST_FLAGS) $(PKGS)

race: go postgres bin/withpostgres ## Run the tests of packages with goroutines of their own with the race detector (needs a C compiler; RACE_PKGS=packages)
	@command -v "$$(go env CC)" >/dev/null 2>&1 || { echo "A C compiler is missing: install gcc or clang."; exit 1; }
	GOFLAGS='$(GOFLAGS) -race' CGO_ENABLED=1 GORACE=atexit_sleep_ms=0 $(TEST_MEMORY) $(WITH_POSTGRES) \
		go test $(TEST_FLAGS) $(RACE_PKGS)

check: go build lint check-clients check-console $(APIDIFF) ## Check format, vet, lint, boundaries, deployment files, strays, size, the OpenAPI document, JSON Schema, clients and the Go packages for modules
	@strays=$$(git ls-files --cached --others --exclude-standard | sed 's,/.*,/,' | sort -u | grep -vxF $(addprefix -e ,$(ROOT))); \
		test -z "$$strays" || { echo "these do not belong in the root:" $$strays; exit 1; }
	@test $$(wc -c < bin/petcare) -le $(MAX_BYTES) || { echo "bin/petcare has more than $(MAX_BYTES) bytes"; exit 1; }
	@unformatted=$$(gofmt -l $(GO_FOLDERS)); test -z "$$unformatted" || { echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; }
	go test -run 'Boundar|Deployment|Dashboard|Alert' ./cmd
	@bin/petcare version --sbom > bin/sbom.json
	@grep -q '"pkg:golang/gorm.io/gorm@' bin/sbom.json || { echo "the bill of materials lacks modules"; exit 1; }
	go mod verify
	@$(MAKE) --no-print-directory vulnerabilities
	@bin/petcare openapi > bin/openapi.yaml
	@diff -u adapters/httpapi/openapi.yaml bin/openapi.yaml || { echo "adapters/httpapi/openapi.yaml is not what runs: make openapi"; exit 1; }
	@bin/petcare import --schema > bin/lines.schema.json
	@diff -u adapters/jsonl/lines.schema.json bin/lines.schema.json || { echo "adapters/jsonl/lines.schema.json is not what runs: make schema"; exit 1; }
	deployments/check-go-api.sh $(APIDIFF)

# Exit status 3 is a finding. Anything else means that the tool or its database could not be had, and ends with a note.
vulnerabilities: go
	@GOBIN=$(CURDIR)/bin go install golang.org/x/vuln/cmd/govulncheck@v$(VULN_VERSION) 2> bin/vulnerabilities.txt \
		&& bin/govulncheck ./... > bin/vulnerabilities.txt 2>&1; status=$$?; \
	test $$status -eq 0 && { echo "no known vulnerabilities"; exit 0; }; \
	test $$status -ne 3 || { cat bin/vulnerabilities.txt; exit 1; }; \
	echo "known vulnerabilities were not looked for: $$(tail -n 1 bin/vulnerabilities.txt)"

# Has go vet.
lint: $(LINT)
	$(LINT) run --allow-parallel-runners ./...

openapi: build ## Write the OpenAPI document that runs to adapters/httpapi/openapi.yaml
	bin/petcare openapi > bin/openapi.yaml
	cp bin/openapi.yaml adapters/httpapi/openapi.yaml

schema: build ## Write the JSON Schema of import lines that runs to adapters/jsonl/lines.schema.json
	bin/petcare import --schema > bin/lines.schema.json
	cp bin/lines.schema.json adapters/jsonl/lines.schema.json

clients: build $(OAPI_CODEGEN) $(NODE) ## Make the clients of the API from its document (needs Node)
	mkdir -p bin/clients
	bin/petcare openapi --for-clients > bin/clients/openapi.json
	node cmd/clients/prepare.mjs $(CLIENTS)/typescript/src/operations.ts bin/clients/go.json < bin/clients/openapi.json
	$(OAPI_CODEGEN) -config cmd/clients/go.yaml -o $(CLIENTS)/go/generated.go bin/clients/go.json
	@for file in $(notdir $(filter-out %_test.go,$(wildcard $(VERIFIER)/*.go))); do \
		{ echo '// Code generated by make clients from $(VERIFIER). DO NOT EDIT.'; echo; cat $(VERIFIER)/$$file; } > $(CLIENTS)/go/webhookverify/$$file; \
	done
	$(NODE)/node_modules/.bin/openapi-typescript bin/clients/openapi.json -o $(CLIENTS)/typescript/src/schema.ts \
		--root-types --root-types-no-schema-prefix --default-non-nullable false --alphabetize
	$(NODE)/node_modules/.bin/tsc -p $(CLIENTS)/typescript
	$(NODE)/node_modules/.bin/tsc -p $(CLIENTS)/typescript --removeComments --declaration false

check-clients: build $(LINT) $(OASDIFF) $(NODE) postgres bin/withpostgres ## Check the clients: made from what runs, tested in TypeScript, document linted and compatible
	bin/petcare openapi > bin/openapi.yaml
	$(REDOCLY) lint --skip-rule operation-4xx-response bin/openapi.yaml
	gunzip -c $(BASELINE) > bin/baseline.yaml
	$(OASDIFF) breaking --flatten-params bin/baseline.yaml bin/openapi.yaml --fail-on ERR
	rm -rf bin/_clients && mkdir bin/_clients && cp -R adapters/clients/go adapters/clients/typescript bin/_clients
	rm -rf bin/_clients/typescript/dist
	$(MAKE) clients CLIENTS=bin/_clients
	@for client in go typescript; do diff -ru adapters/clients/$$client bin/_clients/$$client || { echo "adapters/clients is old: make clients"; exit 1; }; done
	cd adapters/clients/go && $(CURDIR)/$(LINT) run --allow-parallel-runners ./...
	$(WITH_POSTGRES) go test -tags $(TAGS),node ./cmd/clients

bench: go postgres bin/withpostgres ## Measure requests, webhooks and the import (all Go benchmarks: BENCH=. BENCH_PKGS=./...)
	$(WITH_POSTGRES) go test -run '^$$' -bench '$(BENCH)' -benchmem $(BENCH_PKGS)

chaos: go postgres pgbouncer bin/withpostgres ## Break the database, the network and the service under load, and look for what is lost (CHAOS=pattern)
	$(WITH_POSTGRES) go test -tags $(TAGS),chaos -count=1 -timeout 30m -parallel 3 -v -run 'TestChaos.*$(CHAOS)' ./cmd/chaos

load: go postgres bin/withpostgres ## Mixed traffic at a rate (LOAD_SECONDS=120 LOAD_RATE=150 LOAD_ACCOUNTS=20 LOAD_CUSTOMERS=1000)
	$(WITH_POSTGRES) go test -tags $(TAGS),load -count=1 -timeout 12h -v -run 'TestLoad$$' ./cmd/load

growth: go postgres bin/withpostgres ## What lists, searches and the feed cost on small and large accounts (GROWTH_SIZES=1000,100000 FEED_EVENTS=300000)
	$(WITH_POSTGRES) go test -tags $(TAGS),load -count=1 -timeout 12h -v -run 'Test(Growth|FeedCost)$$' ./cmd/load

# Names of people in all scripts need fonts, such as Debian's fonts-inter, fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji.
screenshots: go postgres chromium bin/withpostgres ## Take the pictures of the console in deployments/screenshots
	$(WITH_POSTGRES) go test -count=1 -tags $(TAGS),screenshots -run TestScreenshots ./cmd/browser

cover: go postgres chromium bin/withpostgres ## Measure the tests' coverage into coverage.out
	$(WITH_POSTGRES) go test -coverpkg=./... -coverprofile=coverage.out $(PKGS)
	go tool cover -func=coverage.out | tail -n 1

clean: ## Remove what the other targets made (not the data folder)
	rm -rf bin coverage.out

# Go itself fetches the exact toolchain that go.mod names.
go:
	@command -v go >/dev/null 2>&1 || { echo "Go is missing: install 1.21 or newer from https://go.dev/dl/ (macOS: brew install go, Fedora: dnf install golang)."; exit 1; }

postgres:
	@test -n "$$TEST_DATABASE_URL" || deployments/ensure-postgres.sh

# The console is JavaScript with its types in comments.
check-console: $(NODE)
	$(NODE)/node_modules/.bin/tsc -p adapters/console/jsconfig.json

chromium:
	@deployments/ensure-chromium.sh

# What the examples of pages are run with.
programs:
	@deployments/ensure-programs.sh curl jq

pgbouncer:
	@deployments/ensure-pgbouncer.sh

bin/petcare: go
	go build -ldflags '$(LDFLAGS)' -o $@ ./cmd/petcare

bin/withpostgres: go
	go build -o $@ ./cmd/withpostgres

$(OAPI_CODEGEN): | go
	GOBIN=$(CURDIR)/bin go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
	mv bin/oapi-codegen $@

$(OASDIFF): | go
	GOBIN=$(CURDIR)/bin go install github.com/oasdiff/oasdiff@v1.24.0
	mv bin/oasdiff $@

$(NODE): adapters/clients/typescript/package.json adapters/clients/typescript/package-lock.json
	@command -v npm >/dev/null 2>&1 || { echo "Node is missing: install 20 or newer with npm (https://nodejs.org)."; exit 1; }
	rm -rf $@ && mkdir -p $@ && cp $^ $@
	cd $@ && npm ci --no-audit --no-fund --ignore-scripts || { rm -rf $(CURDIR)/$@; exit 1; }
	mkdir -p $@/node_modules/@petcare && ln -s ../../../../adapters/clients/typescript $@/node_modules/@petcare/client
	touch $@

$(LINT): | go
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$(LINT_VERSION)
	mv bin/golangci-lint $@

$(APIDIFF): | go
	GOBIN=$(CURDIR)/bin go install golang.org/x/exp/cmd/apidiff@$(APIDIFF_VERSION)
	mv bin/apidiff $@
