/** The version of the interface that this client was made for. */
export declare const version = "1.0.0";
/** Method and path of every operation; `list` is paged by cursor, `name,` is an array to be joined. */
export declare const operations: {
    /** List accounts: `GET /accounts` */
    readonly listAccounts: "GET /accounts list";
    /** Get an account: `GET /accounts/{accountId}` */
    readonly getAccount: "GET /accounts/{accountId}";
    /** Change an account: `PATCH /accounts/{accountId}` */
    readonly updateAccount: "PATCH /accounts/{accountId}";
    /** List breeds: `GET /accounts/{accountId}/breeds` */
    readonly listBreeds: "GET /accounts/{accountId}/breeds list";
    /** Add a breed: `POST /accounts/{accountId}/breeds` */
    readonly createBreed: "POST /accounts/{accountId}/breeds";
    /** Delete a breed: `DELETE /accounts/{accountId}/breeds/{breedId}` */
    readonly deleteBreed: "DELETE /accounts/{accountId}/breeds/{breedId}";
    /** Get a breed: `GET /accounts/{accountId}/breeds/{breedId}` */
    readonly getBreed: "GET /accounts/{accountId}/breeds/{breedId}";
    /** Change a breed: `PATCH /accounts/{accountId}/breeds/{breedId}` */
    readonly updateBreed: "PATCH /accounts/{accountId}/breeds/{breedId}";
    /** List what was changed: `GET /accounts/{accountId}/changes` */
    readonly listChanges: "GET /accounts/{accountId}/changes list";
    /** Get a change: `GET /accounts/{accountId}/changes/{changeId}` */
    readonly getChange: "GET /accounts/{accountId}/changes/{changeId}";
    /** List the events of a change: `GET /accounts/{accountId}/changes/{changeId}/events` */
    readonly listChangeEvents: "GET /accounts/{accountId}/changes/{changeId}/events list";
    /** Undo a change: `POST /accounts/{accountId}/changes/{changeId}/revert` */
    readonly revertChange: "POST /accounts/{accountId}/changes/{changeId}/revert";
    /** List colour codes: `GET /accounts/{accountId}/colourCodes` */
    readonly listColourCodes: "GET /accounts/{accountId}/colourCodes list";
    /** Add a colour code: `POST /accounts/{accountId}/colourCodes` */
    readonly createColourCode: "POST /accounts/{accountId}/colourCodes";
    /** Get the next number: `GET /accounts/{accountId}/colourCodes/nextNumber` */
    readonly getNextColourCodeNumber: "GET /accounts/{accountId}/colourCodes/nextNumber";
    /** Delete a colour code: `DELETE /accounts/{accountId}/colourCodes/{id}` */
    readonly deleteColourCode: "DELETE /accounts/{accountId}/colourCodes/{id}";
    /** Get a colour code: `GET /accounts/{accountId}/colourCodes/{id}` */
    readonly getColourCode: "GET /accounts/{accountId}/colourCodes/{id}";
    /** Change a colour code: `PATCH /accounts/{accountId}/colourCodes/{id}` */
    readonly updateColourCode: "PATCH /accounts/{accountId}/colourCodes/{id}";
    /** List which pets have the vaccinations that a service requires: `GET /accounts/{accountId}/compliance` */
    readonly listCompliance: "GET /accounts/{accountId}/compliance list";
    /** Check the vaccinations for stays: `POST /accounts/{accountId}/compliance/check` */
    readonly checkCompliance: "POST /accounts/{accountId}/compliance/check";
    /** List the fields of the customer form: `GET /accounts/{accountId}/customerFields` */
    readonly listCustomerFields: "GET /accounts/{accountId}/customerFields list";
    /** List custom customer fields: `GET /accounts/{accountId}/customerFields/custom` */
    readonly listCustomCustomerFields: "GET /accounts/{accountId}/customerFields/custom list";
    /** Add a custom customer field: `POST /accounts/{accountId}/customerFields/custom` */
    readonly createCustomCustomerField: "POST /accounts/{accountId}/customerFields/custom";
    /** Reorder custom customer fields: `PATCH /accounts/{accountId}/customerFields/custom/reorder` */
    readonly reorderCustomCustomerFields: "PATCH /accounts/{accountId}/customerFields/custom/reorder";
    /** Delete a custom customer field: `DELETE /accounts/{accountId}/customerFields/custom/{fieldId}` */
    readonly deleteCustomCustomerField: "DELETE /accounts/{accountId}/customerFields/custom/{fieldId}";
    /** Get a custom customer field: `GET /accounts/{accountId}/customerFields/custom/{fieldId}` */
    readonly getCustomCustomerField: "GET /accounts/{accountId}/customerFields/custom/{fieldId}";
    /** Change a custom customer field: `PATCH /accounts/{accountId}/customerFields/custom/{fieldId}` */
    readonly updateCustomCustomerField: "PATCH /accounts/{accountId}/customerFields/custom/{fieldId}";
    /** List standard customer fields: `GET /accounts/{accountId}/customerFields/standard` */
    readonly listStandardCustomerFields: "GET /accounts/{accountId}/customerFields/standard list";
    /** Change standard customer fields: `PATCH /accounts/{accountId}/customerFields/standard` */
    readonly updateStandardCustomerFields: "PATCH /accounts/{accountId}/customerFields/standard";
    /** List customers: `GET /accounts/{accountId}/customers` */
    readonly listCustomers: "GET /accounts/{accountId}/customers list";
    /** Create a customer: `POST /accounts/{accountId}/customers` */
    readonly createCustomer: "POST /accounts/{accountId}/customers";
    /** List customers that may be one person: `GET /accounts/{accountId}/customers/duplicates` */
    readonly listDuplicateCustomers: "GET /accounts/{accountId}/customers/duplicates list";
    /** Say that customers are different persons: `POST /accounts/{accountId}/customers/duplicates/dismiss` */
    readonly dismissDuplicateCustomers: "POST /accounts/{accountId}/customers/duplicates/dismiss";
    /** Get a customer: `GET /accounts/{accountId}/customers/{customerId}` */
    readonly getCustomer: "GET /accounts/{accountId}/customers/{customerId}";
    /** Change a customer: `PATCH /accounts/{accountId}/customers/{customerId}` */
    readonly updateCustomer: "PATCH /accounts/{accountId}/customers/{customerId}";
    /** Erase a person: `POST /accounts/{accountId}/customers/{customerId}/erase` */
    readonly eraseCustomer: "POST /accounts/{accountId}/customers/{customerId}/erase";
    /** Export everything that is held on a person: `GET /accounts/{accountId}/customers/{customerId}/export` */
    readonly exportCustomer: "GET /accounts/{accountId}/customers/{customerId}/export";
    /** List the files of a customer: `GET /accounts/{accountId}/customers/{customerId}/files` */
    readonly listCustomerFiles: "GET /accounts/{accountId}/customers/{customerId}/files list";
    /** Upload a file of a customer: `POST /accounts/{accountId}/customers/{customerId}/files` */
    readonly createCustomerFile: "POST /accounts/{accountId}/customers/{customerId}/files";
    /** Merge a customer into another one: `POST /accounts/{accountId}/customers/{customerId}/merge` */
    readonly mergeCustomers: "POST /accounts/{accountId}/customers/{customerId}/merge";
    /** List the notes on a customer: `GET /accounts/{accountId}/customers/{customerId}/notes` */
    readonly listCustomerNotes: "GET /accounts/{accountId}/customers/{customerId}/notes list";
    /** Write a note on a customer: `POST /accounts/{accountId}/customers/{customerId}/notes` */
    readonly createCustomerNote: "POST /accounts/{accountId}/customers/{customerId}/notes";
    /** Delete a note on a customer: `DELETE /accounts/{accountId}/customers/{customerId}/notes/{noteId}` */
    readonly deleteCustomerNote: "DELETE /accounts/{accountId}/customers/{customerId}/notes/{noteId}";
    /** Change a note on a customer: `PATCH /accounts/{accountId}/customers/{customerId}/notes/{noteId}` */
    readonly updateCustomerNote: "PATCH /accounts/{accountId}/customers/{customerId}/notes/{noteId}";
    /** List a customer's orders: `GET /accounts/{accountId}/customers/{customerId}/orders` */
    readonly listCustomerOrders: "GET /accounts/{accountId}/customers/{customerId}/orders list include,";
    /** Create a password reset token: `POST /accounts/{accountId}/customers/{customerId}/passwordReset` */
    readonly createPasswordReset: "POST /accounts/{accountId}/customers/{customerId}/passwordReset";
    /** List the pets of a customer: `GET /accounts/{accountId}/customers/{customerId}/pets` */
    readonly listPets: "GET /accounts/{accountId}/customers/{customerId}/pets list";
    /** Create a pet: `POST /accounts/{accountId}/customers/{customerId}/pets` */
    readonly createPet: "POST /accounts/{accountId}/customers/{customerId}/pets";
    /** Get a pet: `GET /accounts/{accountId}/customers/{customerId}/pets/{petId}` */
    readonly getPet: "GET /accounts/{accountId}/customers/{customerId}/pets/{petId}";
    /** Change a pet: `PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}` */
    readonly updatePet: "PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}";
    /** List the notes on a pet: `GET /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes` */
    readonly listPetNotes: "GET /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes list";
    /** Write a note on a pet: `POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes` */
    readonly createPetNote: "POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes";
    /** Delete a note on a pet: `DELETE /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}` */
    readonly deletePetNote: "DELETE /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}";
    /** Change a note on a pet: `PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}` */
    readonly updatePetNote: "PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}";
    /** Give a pet to another customer: `POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/transfer` */
    readonly transferPet: "POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/transfer";
    /** Read every change, in order: `GET /accounts/{accountId}/events` */
    readonly listEvents: "GET /accounts/{accountId}/events";
    /** Delete an exemption: `DELETE /accounts/{accountId}/exemptions/{exemptionId}` */
    readonly deleteExemption: "DELETE /accounts/{accountId}/exemptions/{exemptionId}";
    /** Change an exemption: `PATCH /accounts/{accountId}/exemptions/{exemptionId}` */
    readonly updateExemption: "PATCH /accounts/{accountId}/exemptions/{exemptionId}";
    /** Export an account: `GET /accounts/{accountId}/export` */
    readonly exportAccount: "GET /accounts/{accountId}/export";
    /** Delete a file: `DELETE /accounts/{accountId}/files/{fileId}` */
    readonly deleteFile: "DELETE /accounts/{accountId}/files/{fileId}";
    /** Get a file without its bytes: `GET /accounts/{accountId}/files/{fileId}` */
    readonly getFile: "GET /accounts/{accountId}/files/{fileId}";
    /** Change a file: `PATCH /accounts/{accountId}/files/{fileId}` */
    readonly updateFile: "PATCH /accounts/{accountId}/files/{fileId}";
    /** Download a file: `GET /accounts/{accountId}/files/{fileId}/content` */
    readonly getFileContent: "GET /accounts/{accountId}/files/{fileId}/content";
    /** List imports: `GET /accounts/{accountId}/imports` */
    readonly listImports: "GET /accounts/{accountId}/imports list";
    /** Upload a file to import: `POST /accounts/{accountId}/imports` */
    readonly createImport: "POST /accounts/{accountId}/imports";
    /** Stop or forget an import: `DELETE /accounts/{accountId}/imports/{importId}` */
    readonly deleteImport: "DELETE /accounts/{accountId}/imports/{importId}";
    /** Get an import: `GET /accounts/{accountId}/imports/{importId}` */
    readonly getImport: "GET /accounts/{accountId}/imports/{importId}";
    /** Change the map of a table: `PATCH /accounts/{accountId}/imports/{importId}` */
    readonly updateImport: "PATCH /accounts/{accountId}/imports/{importId}";
    /** Apply an import: `POST /accounts/{accountId}/imports/{importId}/apply` */
    readonly applyImport: "POST /accounts/{accountId}/imports/{importId}/apply";
    /** Check an import: `POST /accounts/{accountId}/imports/{importId}/check` */
    readonly checkImport: "POST /accounts/{accountId}/imports/{importId}/check";
    /** List the faults of an import: `GET /accounts/{accountId}/imports/{importId}/faults` */
    readonly listImportFaults: "GET /accounts/{accountId}/imports/{importId}/faults list";
    /** Delete any note: `DELETE /accounts/{accountId}/notes/{noteId}` */
    readonly deleteNote: "DELETE /accounts/{accountId}/notes/{noteId}";
    /** Change any note: `PATCH /accounts/{accountId}/notes/{noteId}` */
    readonly updateNote: "PATCH /accounts/{accountId}/notes/{noteId}";
    /** List orders: `GET /accounts/{accountId}/orders` */
    readonly listOrders: "GET /accounts/{accountId}/orders list include,";
    /** Get an order: `GET /accounts/{accountId}/orders/{orderId}` */
    readonly getOrder: "GET /accounts/{accountId}/orders/{orderId} include,";
    /** List the files of an order: `GET /accounts/{accountId}/orders/{orderId}/files` */
    readonly listOrderFiles: "GET /accounts/{accountId}/orders/{orderId}/files list";
    /** Upload a file of an order: `POST /accounts/{accountId}/orders/{orderId}/files` */
    readonly createOrderFile: "POST /accounts/{accountId}/orders/{orderId}/files";
    /** List the notes on an order: `GET /accounts/{accountId}/orders/{orderId}/notes` */
    readonly listOrderNotes: "GET /accounts/{accountId}/orders/{orderId}/notes list";
    /** Write a note on an order: `POST /accounts/{accountId}/orders/{orderId}/notes` */
    readonly createOrderNote: "POST /accounts/{accountId}/orders/{orderId}/notes";
    /** Delete a note on an order: `DELETE /accounts/{accountId}/orders/{orderId}/notes/{noteId}` */
    readonly deleteOrderNote: "DELETE /accounts/{accountId}/orders/{orderId}/notes/{noteId}";
    /** Change a note on an order: `PATCH /accounts/{accountId}/orders/{orderId}/notes/{noteId}` */
    readonly updateOrderNote: "PATCH /accounts/{accountId}/orders/{orderId}/notes/{noteId}";
    /** List pending reason options: `GET /accounts/{accountId}/pendingReasonOptions` */
    readonly listPendingReasonOptions: "GET /accounts/{accountId}/pendingReasonOptions list";
    /** List the fields of the pet form: `GET /accounts/{accountId}/petFields` */
    readonly listPetFields: "GET /accounts/{accountId}/petFields list";
    /** List custom pet fields: `GET /accounts/{accountId}/petFields/custom` */
    readonly listCustomPetFields: "GET /accounts/{accountId}/petFields/custom list";
    /** Add a custom pet field: `POST /accounts/{accountId}/petFields/custom` */
    readonly createCustomPetField: "POST /accounts/{accountId}/petFields/custom";
    /** Reorder custom pet fields: `PATCH /accounts/{accountId}/petFields/custom/reorder` */
    readonly reorderCustomPetFields: "PATCH /accounts/{accountId}/petFields/custom/reorder";
    /** Delete a custom pet field: `DELETE /accounts/{accountId}/petFields/custom/{fieldId}` */
    readonly deleteCustomPetField: "DELETE /accounts/{accountId}/petFields/custom/{fieldId}";
    /** Get a custom pet field: `GET /accounts/{accountId}/petFields/custom/{fieldId}` */
    readonly getCustomPetField: "GET /accounts/{accountId}/petFields/custom/{fieldId}";
    /** Change a custom pet field: `PATCH /accounts/{accountId}/petFields/custom/{fieldId}` */
    readonly updateCustomPetField: "PATCH /accounts/{accountId}/petFields/custom/{fieldId}";
    /** List standard pet fields: `GET /accounts/{accountId}/petFields/standard` */
    readonly listStandardPetFields: "GET /accounts/{accountId}/petFields/standard list";
    /** Change standard pet fields: `PATCH /accounts/{accountId}/petFields/standard` */
    readonly updateStandardPetFields: "PATCH /accounts/{accountId}/petFields/standard";
    /** List all pets: `GET /accounts/{accountId}/pets` */
    readonly listAccountPets: "GET /accounts/{accountId}/pets list";
    /** List pets that may be one: `GET /accounts/{accountId}/pets/duplicates` */
    readonly listDuplicatePets: "GET /accounts/{accountId}/pets/duplicates list";
    /** Say that pets are different ones: `POST /accounts/{accountId}/pets/duplicates/dismiss` */
    readonly dismissDuplicatePets: "POST /accounts/{accountId}/pets/duplicates/dismiss";
    /** Get a pet by its id alone: `GET /accounts/{accountId}/pets/{petId}` */
    readonly getAccountPet: "GET /accounts/{accountId}/pets/{petId}";
    /** List the exemptions of a pet: `GET /accounts/{accountId}/pets/{petId}/exemptions` */
    readonly listExemptions: "GET /accounts/{accountId}/pets/{petId}/exemptions list";
    /** Exempt a pet from a vaccination: `POST /accounts/{accountId}/pets/{petId}/exemptions` */
    readonly createExemption: "POST /accounts/{accountId}/pets/{petId}/exemptions";
    /** List the files of a pet: `GET /accounts/{accountId}/pets/{petId}/files` */
    readonly listPetFiles: "GET /accounts/{accountId}/pets/{petId}/files list";
    /** Upload a file of a pet: `POST /accounts/{accountId}/pets/{petId}/files` */
    readonly createPetFile: "POST /accounts/{accountId}/pets/{petId}/files";
    /** Merge a pet into another one: `POST /accounts/{accountId}/pets/{petId}/merge` */
    readonly mergePets: "POST /accounts/{accountId}/pets/{petId}/merge";
    /** List the preventives of a pet: `GET /accounts/{accountId}/pets/{petId}/preventives` */
    readonly listPreventives: "GET /accounts/{accountId}/pets/{petId}/preventives list";
    /** List the vaccinations of a pet: `GET /accounts/{accountId}/pets/{petId}/vaccinations` */
    readonly listVaccinations: "GET /accounts/{accountId}/pets/{petId}/vaccinations list";
    /** Record a vaccination of a pet: `POST /accounts/{accountId}/pets/{petId}/vaccinations` */
    readonly createVaccination: "POST /accounts/{accountId}/pets/{petId}/vaccinations";
    /** Delete a vaccination: `DELETE /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}` */
    readonly deleteVaccination: "DELETE /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}";
    /** Change a vaccination: `PATCH /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}` */
    readonly updateVaccination: "PATCH /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}";
    /** List the preventive types: `GET /accounts/{accountId}/preventiveTypes` */
    readonly listPreventiveTypes: "GET /accounts/{accountId}/preventiveTypes list";
    /** List addons: `GET /accounts/{accountId}/products/addons` */
    readonly listAddons: "GET /accounts/{accountId}/products/addons list";
    /** Get an addon: `GET /accounts/{accountId}/products/addons/{addonId}` */
    readonly getAddon: "GET /accounts/{accountId}/products/addons/{addonId}";
    /** List adjustments: `GET /accounts/{accountId}/products/adjustments` */
    readonly listAdjustments: "GET /accounts/{accountId}/products/adjustments list";
    /** Get an adjustment: `GET /accounts/{accountId}/products/adjustments/{adjustmentId}` */
    readonly getAdjustment: "GET /accounts/{accountId}/products/adjustments/{adjustmentId}";
    /** List classes: `GET /accounts/{accountId}/products/classes` */
    readonly listClasses: "GET /accounts/{accountId}/products/classes list";
    /** Get a class: `GET /accounts/{accountId}/products/classes/{addonId}` */
    readonly getClass: "GET /accounts/{accountId}/products/classes/{addonId}";
    /** List grooming: `GET /accounts/{accountId}/products/grooming` */
    readonly listGrooming: "GET /accounts/{accountId}/products/grooming list";
    /** Get a grooming addon: `GET /accounts/{accountId}/products/grooming/{addonId}` */
    readonly getGrooming: "GET /accounts/{accountId}/products/grooming/{addonId}";
    /** List rates: `GET /accounts/{accountId}/products/rates` */
    readonly listRates: "GET /accounts/{accountId}/products/rates list";
    /** Get a rate: `GET /accounts/{accountId}/products/rates/{rateId}` */
    readonly getRate: "GET /accounts/{accountId}/products/rates/{rateId}";
    /** List retail products: `GET /accounts/{accountId}/products/retail` */
    readonly listRetailProducts: "GET /accounts/{accountId}/products/retail list";
    /** Get a retail product: `GET /accounts/{accountId}/products/retail/{productId}` */
    readonly getRetailProduct: "GET /accounts/{accountId}/products/retail/{productId}";
    /** List training: `GET /accounts/{accountId}/products/training` */
    readonly listTraining: "GET /accounts/{accountId}/products/training list";
    /** Get a training addon: `GET /accounts/{accountId}/products/training/{addonId}` */
    readonly getTraining: "GET /accounts/{accountId}/products/training/{addonId}";
    /** List secondary pet statuses: `GET /accounts/{accountId}/secondaryPetStatuses` */
    readonly listSecondaryPetStatuses: "GET /accounts/{accountId}/secondaryPetStatuses list";
    /** Add a secondary pet status: `POST /accounts/{accountId}/secondaryPetStatuses` */
    readonly createSecondaryPetStatus: "POST /accounts/{accountId}/secondaryPetStatuses";
    /** Delete a secondary pet status: `DELETE /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    readonly deleteSecondaryPetStatus: "DELETE /accounts/{accountId}/secondaryPetStatuses/{statusId}";
    /** Get a secondary pet status: `GET /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    readonly getSecondaryPetStatus: "GET /accounts/{accountId}/secondaryPetStatuses/{statusId}";
    /** Rename a secondary pet status: `PATCH /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    readonly updateSecondaryPetStatus: "PATCH /accounts/{accountId}/secondaryPetStatuses/{statusId}";
    /** List taxes: `GET /accounts/{accountId}/taxes` */
    readonly listTaxes: "GET /accounts/{accountId}/taxes list";
    /** List the proofs that no vaccination names: `GET /accounts/{accountId}/unrecordedProofs` */
    readonly listUnrecordedProofs: "GET /accounts/{accountId}/unrecordedProofs list";
    /** List what the location requires: `GET /accounts/{accountId}/vaccinationRequirements` */
    readonly listVaccinationRequirements: "GET /accounts/{accountId}/vaccinationRequirements list";
    /** Require a vaccination: `PUT /accounts/{accountId}/vaccinationRequirements/{vaccinationTypeId}` */
    readonly putVaccinationRequirement: "PUT /accounts/{accountId}/vaccinationRequirements/{vaccinationTypeId}";
    /** List the vaccination types: `GET /accounts/{accountId}/vaccinationTypes` */
    readonly listVaccinationTypes: "GET /accounts/{accountId}/vaccinationTypes list";
    /** Add a vaccination type: `POST /accounts/{accountId}/vaccinationTypes` */
    readonly createVaccinationType: "POST /accounts/{accountId}/vaccinationTypes";
    /** Delete a vaccination type: `DELETE /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}` */
    readonly deleteVaccinationType: "DELETE /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}";
    /** Change a vaccination type: `PATCH /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}` */
    readonly updateVaccinationType: "PATCH /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}";
    /** List all vaccinations: `GET /accounts/{accountId}/vaccinations` */
    readonly listAccountVaccinations: "GET /accounts/{accountId}/vaccinations list";
    /** List API keys: `GET /apiKeys` */
    readonly listApiKeys: "GET /apiKeys list";
    /** Create an API key: `POST /apiKeys` */
    readonly createApiKey: "POST /apiKeys";
    /** Get the API key of the request: `GET /apiKeys/current` */
    readonly getCurrentApiKey: "GET /apiKeys/current";
    /** Revoke an API key: `DELETE /apiKeys/{keyId}` */
    readonly deleteApiKey: "DELETE /apiKeys/{keyId}";
    /** Log a customer in: `POST /auth/login` */
    readonly login: "POST /auth/login";
    /** Log out: `POST /auth/logout` */
    readonly logout: "POST /auth/logout";
    /** Get the customer who is logged in: `GET /auth/me` */
    readonly getMe: "GET /auth/me";
    /** Return from the issuer: `GET /auth/oidc/callback` */
    readonly finishOidc: "GET /auth/oidc/callback";
    /** Sign in at the issuer: `GET /auth/oidc/start` */
    readonly startOidc: "GET /auth/oidc/start";
    /** Change one's own password: `POST /auth/password` */
    readonly changePassword: "POST /auth/password";
    /** Set a password by a token: `POST /auth/passwordReset` */
    readonly resetPassword: "POST /auth/passwordReset";
    /** Replace an access token: `POST /auth/refresh` */
    readonly refreshToken: "POST /auth/refresh";
    /** Accept an invitation: `POST /auth/staff/accept` */
    readonly acceptStaffInvitation: "POST /auth/staff/accept";
    /** Sign a member of staff in: `POST /auth/staff/login` */
    readonly loginStaff: "POST /auth/staff/login";
    /** Sign out as staff: `POST /auth/staff/logout` */
    readonly logoutStaff: "POST /auth/staff/logout";
    /** Get the member of staff who is signed in: `GET /auth/staff/me` */
    readonly getStaffMe: "GET /auth/staff/me";
    /** Change one's own password as staff: `POST /auth/staff/password` */
    readonly changeStaffPassword: "POST /auth/staff/password";
    /** List the types of events: `GET /eventTypes` */
    readonly listEventTypes: "GET /eventTypes";
    /** List the roles: `GET /roles` */
    readonly listRoles: "GET /roles";
    /** Create a role: `POST /roles` */
    readonly createRole: "POST /roles";
    /** Delete a role: `DELETE /roles/{roleId}` */
    readonly deleteRole: "DELETE /roles/{roleId}";
    /** Change a role: `PATCH /roles/{roleId}` */
    readonly updateRole: "PATCH /roles/{roleId}";
    /** List the staff: `GET /staff` */
    readonly listStaff: "GET /staff list";
    /** Add a member of staff: `POST /staff` */
    readonly createStaff: "POST /staff";
    /** Remove a member of staff: `DELETE /staff/{staffId}` */
    readonly deleteStaff: "DELETE /staff/{staffId}";
    /** Get a member of staff: `GET /staff/{staffId}` */
    readonly getStaff: "GET /staff/{staffId}";
    /** Change a member of staff: `PATCH /staff/{staffId}` */
    readonly updateStaff: "PATCH /staff/{staffId}";
    /** Invite a member of staff again: `POST /staff/{staffId}/invitation` */
    readonly createStaffInvitation: "POST /staff/{staffId}/invitation";
    /** List webhooks: `GET /webhooks` */
    readonly listWebhooks: "GET /webhooks list";
    /** Create a webhook: `POST /webhooks` */
    readonly createWebhook: "POST /webhooks";
    /** Delete a webhook: `DELETE /webhooks/{id}` */
    readonly deleteWebhook: "DELETE /webhooks/{id}";
    /** Get a webhook: `GET /webhooks/{id}` */
    readonly getWebhook: "GET /webhooks/{id}";
    /** Change a webhook: `PATCH /webhooks/{id}` */
    readonly updateWebhook: "PATCH /webhooks/{id}";
    /** List the deliveries of a webhook: `GET /webhooks/{id}/deliveries` */
    readonly listWebhookDeliveries: "GET /webhooks/{id}/deliveries list";
    /** Deliver an event again: `POST /webhooks/{id}/deliveries/{deliveryId}/redeliver` */
    readonly redeliverWebhookDelivery: "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver";
    /** Deliver past events again: `POST /webhooks/{id}/replay` */
    readonly replayWebhook: "POST /webhooks/{id}/replay";
    /** Stop a replay: `DELETE /webhooks/{id}/replays/{replayId}` */
    readonly stopWebhookReplay: "DELETE /webhooks/{id}/replays/{replayId}";
    /** Get a replay: `GET /webhooks/{id}/replays/{replayId}` */
    readonly getWebhookReplay: "GET /webhooks/{id}/replays/{replayId}";
    /** Test a webhook: `POST /webhooks/{id}/test` */
    readonly testWebhook: "POST /webhooks/{id}/test";
};
