package petcarecmd

import "strings"

// Help gives a command the example that kong prints below its help.

func (*serveCmd) Help() string   { return example("petcare serve --demo") }
func (*migrateCmd) Help() string { return example("petcare migrate --status") }
func (*importCmd) Help() string  { return example("petcare import --account camden price-list.jsonl") }
func (*openapiCmd) Help() string { return example("petcare openapi > openapi.yaml") }
func (*versionCmd) Help() string { return example("petcare version --json") }
func (*moduleNewCmd) Help() string {
	return example("petcare module new grooming --resource appointment")
}
func (*eventsTailCmd) Help() string {
	return example("petcare events tail --account camden --from now")
}

func (*accountsCreateCmd) Help() string {
	return example("petcare accounts create --organization 'Willow & Whisker' --code camden --name 'Willow & Whisker Camden' \\",
		"  --timezone Europe/London --currency GBP --country GB")
}

func (*accountsUpdateCmd) Help() string {
	return example("petcare accounts update camden --organization 'Willow & Whisker' --phone +442079460100 \\",
		"  --service-type boarding --service-type daycare")
}
func (*accountsListCmd) Help() string { return example("petcare accounts list --json") }

func (*keysCreateCmd) Help() string {
	return example("petcare keys create --organization 'Willow & Whisker' --name 'Front desk' --expires 90d \\",
		"  --ability customers:read --ability customers:write")
}
func (*keysListCmd) Help() string { return example("petcare keys list --json") }
func (*keysRevokeCmd) Help() string {
	return example("petcare keys revoke 0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11")
}

func (*listenCmd) Help() string {
	return example("petcare webhooks listen --secret whsec_… --forward-to http://127.0.0.1:3000/hook")
}

func example(lines ...string) string { return "Example:\n\n    " + strings.Join(lines, "\n    ") }
