package petcarecmd

// Long examples are here rather than in the help tags, which have to stay on one line. kong prints them below the help of
// the command.

func (*accountsCreateCmd) Help() string {
	return `Example:

    petcare accounts create --organization 'Willow & Whisker' --code camden --name 'Willow & Whisker Camden' \
      --timezone Europe/London --currency GBP --country GB`
}

func (*accountsUpdateCmd) Help() string {
	return `Example:

    petcare accounts update camden --organization 'Willow & Whisker' --phone +442079460100 \
      --service-type boarding --service-type daycare`
}

func (*keysCreateCmd) Help() string {
	return `Example:

    petcare keys create --organization 'Willow & Whisker' --name 'Front desk' --expires 90d \
      --ability customers:read --ability customers:write`
}

func (*keysRevokeCmd) Help() string {
	return `Example:

    petcare keys revoke 0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11`
}

func (*eventsTailCmd) Help() string {
	return `Example:

    petcare events tail --account camden --from now`
}

func (*listenCmd) Help() string {
	return `Example:

    petcare webhooks listen --secret whsec_… --forward-to http://127.0.0.1:3000/hook`
}
