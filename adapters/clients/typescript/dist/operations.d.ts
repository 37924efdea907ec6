import type { List, Options } from './call.js';
import type { AccessToken, Account, AccountEvent, AccountPatch, Addon, AddonEvent, Adjustment, AdjustmentEvent, Breed, BreedCreate, BreedEvent, BreedPatch, ColourCode, ColourCodeCreate, ColourCodeEvent, ColourCodePatch, Compliance, ComplianceCheck, Customer, CustomerEvent, CustomerPatch, Delivery, EventTypes, Exemption, ExemptionCreate, ExemptionEvent, ExemptionPatch, Field, FieldCreate, FieldEvent, FieldOrderEvent, FieldPatch, Key, KeyGrant, ListAccount, ListAddon, ListAdjustment, ListBreed, ListColourCode, ListCompliance, ListCustomer, ListDelivery, ListEvents, ListExemption, ListField, ListKey, ListListedOrder, ListListedPet, ListListedVaccination, ListLoadedEvent, ListNote, ListPendingReason, ListPet, ListPreventive, ListPreventiveType, ListRate, ListRetailProduct, ListSecondaryPetStatus, ListTax, ListVaccination, ListVaccinationType, ListWebhook, ListedOrder, ListedPet, ListedVaccination, LoginInput, NewFieldOrder, NewKey, NextNumber, Note, NoteCreate, NoteEvent, NotePatch, OrderEvent, PasswordChange, PasswordResetInput, PendingReason, PendingReasonEvent, Pet, PetCreate, PetEvent, PetPatch, PetTransfer, Preventive, PreventiveEvent, PreventiveType, PreventiveTypeEvent, Rate, RateEvent, Replay, ReplayCreate, Requirement, ResetToken, RetailProduct, RetailProductEvent, SecondaryPetStatus, SecondaryPetStatusCreate, SecondaryPetStatusEvent, SecondaryPetStatusPatch, StandardFieldChanges, Tax, TaxEvent, Vaccination, VaccinationCreate, VaccinationEvent, VaccinationPatch, VaccinationType, VaccinationTypeCreate, VaccinationTypeEvent, VaccinationTypePatch, Webhook, WebhookCreate, WebhookEvent, WebhookPatch, WebhookView } from './schema.js';
/** The version of the interface that this client was made for. */
export declare const version = "1.0.0";
/** Every operation of the API. Path and query parameters are one object, with `body` where there is one. */
export interface Operations {
    /** Change one's own password: `POST /auth/password` */
    changePassword(args: {
        body: PasswordChange;
    }, options?: Options): Promise<void>;
    /** Check the vaccinations for stays: `POST /accounts/{accountId}/compliance/check` */
    checkCompliance(args: {
        accountId: string;
        body: ComplianceCheck;
    }, options?: Options): Promise<ListCompliance>;
    /** Create an API key: `POST /apiKeys` */
    createApiKey(args: {
        body: KeyGrant;
    }, options?: Options): Promise<NewKey>;
    /** Add a breed: `POST /accounts/{accountId}/breeds` */
    createBreed(args: {
        accountId: string;
        body: BreedCreate;
    }, options?: Options): Promise<Breed>;
    /** Add a colour code: `POST /accounts/{accountId}/colourCodes` */
    createColourCode(args: {
        accountId: string;
        body: ColourCodeCreate;
    }, options?: Options): Promise<ColourCode>;
    /** Add a custom customer field: `POST /accounts/{accountId}/customerFields/custom` */
    createCustomCustomerField(args: {
        accountId: string;
        body: FieldCreate;
    }, options?: Options): Promise<Field>;
    /** Add a custom pet field: `POST /accounts/{accountId}/petFields/custom` */
    createCustomPetField(args: {
        accountId: string;
        body: FieldCreate;
    }, options?: Options): Promise<Field>;
    /** Create a customer: `POST /accounts/{accountId}/customers` */
    createCustomer(args: {
        accountId: string;
        body: CustomerPatch;
    }, options?: Options): Promise<Customer>;
    /** Write a note on a customer: `POST /accounts/{accountId}/customers/{customerId}/notes` */
    createCustomerNote(args: {
        accountId: string;
        customerId: string;
        body: NoteCreate;
    }, options?: Options): Promise<Note>;
    /** Exempt a pet from a vaccination: `POST /accounts/{accountId}/pets/{petId}/exemptions` */
    createExemption(args: {
        accountId: string;
        petId: string;
        body: ExemptionCreate;
    }, options?: Options): Promise<Exemption>;
    /** Write a note on an order: `POST /accounts/{accountId}/orders/{orderId}/notes` */
    createOrderNote(args: {
        accountId: string;
        orderId: string;
        body: NoteCreate;
    }, options?: Options): Promise<Note>;
    /** Create a password reset token: `POST /accounts/{accountId}/customers/{customerId}/passwordReset` */
    createPasswordReset(args: {
        accountId: string;
        customerId: string;
    }, options?: Options): Promise<ResetToken>;
    /** Create a pet: `POST /accounts/{accountId}/customers/{customerId}/pets` */
    createPet(args: {
        accountId: string;
        customerId: string;
        body: PetCreate;
    }, options?: Options): Promise<Pet>;
    /** Write a note on a pet: `POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes` */
    createPetNote(args: {
        accountId: string;
        customerId: string;
        petId: string;
        body: NoteCreate;
    }, options?: Options): Promise<Note>;
    /** Add a secondary pet status: `POST /accounts/{accountId}/secondaryPetStatuses` */
    createSecondaryPetStatus(args: {
        accountId: string;
        body: SecondaryPetStatusCreate;
    }, options?: Options): Promise<SecondaryPetStatus>;
    /** Record a vaccination of a pet: `POST /accounts/{accountId}/pets/{petId}/vaccinations` */
    createVaccination(args: {
        accountId: string;
        petId: string;
        body: VaccinationCreate;
    }, options?: Options): Promise<Vaccination>;
    /** Add a vaccination type: `POST /accounts/{accountId}/vaccinationTypes` */
    createVaccinationType(args: {
        accountId: string;
        body: VaccinationTypeCreate;
    }, options?: Options): Promise<VaccinationType>;
    /** Create a webhook: `POST /webhooks` */
    createWebhook(args: {
        body: WebhookCreate;
    }, options?: Options): Promise<WebhookView>;
    /** Revoke an API key: `DELETE /apiKeys/{keyId}` */
    deleteApiKey(args: {
        keyId: string;
    }, options?: Options): Promise<void>;
    /** Delete a breed: `DELETE /accounts/{accountId}/breeds/{breedId}` */
    deleteBreed(args: {
        accountId: string;
        breedId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a colour code: `DELETE /accounts/{accountId}/colourCodes/{id}` */
    deleteColourCode(args: {
        accountId: string;
        id: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a custom customer field: `DELETE /accounts/{accountId}/customerFields/custom/{fieldId}` */
    deleteCustomCustomerField(args: {
        accountId: string;
        fieldId: string;
        /** Clear the values that are in use instead of refusing */
        force?: boolean | undefined;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a custom pet field: `DELETE /accounts/{accountId}/petFields/custom/{fieldId}` */
    deleteCustomPetField(args: {
        accountId: string;
        fieldId: string;
        /** Clear the values that are in use instead of refusing */
        force?: boolean | undefined;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a note on a customer: `DELETE /accounts/{accountId}/customers/{customerId}/notes/{noteId}` */
    deleteCustomerNote(args: {
        accountId: string;
        customerId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete an exemption: `DELETE /accounts/{accountId}/exemptions/{exemptionId}` */
    deleteExemption(args: {
        accountId: string;
        exemptionId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete any note: `DELETE /accounts/{accountId}/notes/{noteId}` */
    deleteNote(args: {
        accountId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a note on an order: `DELETE /accounts/{accountId}/orders/{orderId}/notes/{noteId}` */
    deleteOrderNote(args: {
        accountId: string;
        orderId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a note on a pet: `DELETE /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}` */
    deletePetNote(args: {
        accountId: string;
        customerId: string;
        petId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a secondary pet status: `DELETE /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    deleteSecondaryPetStatus(args: {
        accountId: string;
        statusId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a vaccination: `DELETE /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}` */
    deleteVaccination(args: {
        accountId: string;
        petId: string;
        expirationId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a vaccination type: `DELETE /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}` */
    deleteVaccinationType(args: {
        accountId: string;
        vaccinationTypeId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Delete a webhook: `DELETE /webhooks/{id}` */
    deleteWebhook(args: {
        id: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
    }, options?: Options): Promise<void>;
    /** Get an account: `GET /accounts/{accountId}` */
    getAccount(args: {
        accountId: string;
    }, options?: Options): Promise<Account>;
    /** Get a pet by its id alone: `GET /accounts/{accountId}/pets/{petId}` */
    getAccountPet(args: {
        accountId: string;
        petId: string;
    }, options?: Options): Promise<ListedPet>;
    /** Get an addon: `GET /accounts/{accountId}/products/addons/{addonId}` */
    getAddon(args: {
        accountId: string;
        addonId: string;
    }, options?: Options): Promise<Addon>;
    /** Get an adjustment: `GET /accounts/{accountId}/products/adjustments/{adjustmentId}` */
    getAdjustment(args: {
        accountId: string;
        adjustmentId: string;
    }, options?: Options): Promise<Adjustment>;
    /** Get a breed: `GET /accounts/{accountId}/breeds/{breedId}` */
    getBreed(args: {
        accountId: string;
        breedId: string;
    }, options?: Options): Promise<Breed>;
    /** Get a class: `GET /accounts/{accountId}/products/classes/{addonId}` */
    getClass(args: {
        accountId: string;
        addonId: string;
    }, options?: Options): Promise<Addon>;
    /** Get a colour code: `GET /accounts/{accountId}/colourCodes/{id}` */
    getColourCode(args: {
        accountId: string;
        id: string;
    }, options?: Options): Promise<ColourCode>;
    /** Get the API key of the request: `GET /apiKeys/current` */
    getCurrentApiKey(args?: {}, options?: Options): Promise<Key>;
    /** Get a custom customer field: `GET /accounts/{accountId}/customerFields/custom/{fieldId}` */
    getCustomCustomerField(args: {
        accountId: string;
        fieldId: string;
    }, options?: Options): Promise<Field>;
    /** Get a custom pet field: `GET /accounts/{accountId}/petFields/custom/{fieldId}` */
    getCustomPetField(args: {
        accountId: string;
        fieldId: string;
    }, options?: Options): Promise<Field>;
    /** Get a customer: `GET /accounts/{accountId}/customers/{customerId}` */
    getCustomer(args: {
        accountId: string;
        customerId: string;
    }, options?: Options): Promise<Customer>;
    /** Get a grooming addon: `GET /accounts/{accountId}/products/grooming/{addonId}` */
    getGrooming(args: {
        accountId: string;
        addonId: string;
    }, options?: Options): Promise<Addon>;
    /** Get the customer who is logged in: `GET /auth/me` */
    getMe(args?: {}, options?: Options): Promise<Customer>;
    /** Get the next number: `GET /accounts/{accountId}/colourCodes/nextNumber` */
    getNextColourCodeNumber(args: {
        accountId: string;
        /** The type of the code to come */
        type: 'pet' | 'customer';
    }, options?: Options): Promise<NextNumber>;
    /** Get an order: `GET /accounts/{accountId}/orders/{orderId}` */
    getOrder(args: {
        accountId: string;
        orderId: string;
        /** Show the customer, the pets, or both beside the order: names, phones and alerts. API keys need customers:read for it */
        include?: ('customer' | 'pets')[] | undefined;
    }, options?: Options): Promise<ListedOrder>;
    /** Get a pet: `GET /accounts/{accountId}/customers/{customerId}/pets/{petId}` */
    getPet(args: {
        accountId: string;
        customerId: string;
        petId: string;
    }, options?: Options): Promise<Pet>;
    /** Get a rate: `GET /accounts/{accountId}/products/rates/{rateId}` */
    getRate(args: {
        accountId: string;
        rateId: string;
    }, options?: Options): Promise<Rate>;
    /** Get a retail product: `GET /accounts/{accountId}/products/retail/{productId}` */
    getRetailProduct(args: {
        accountId: string;
        productId: string;
    }, options?: Options): Promise<RetailProduct>;
    /** Get a secondary pet status: `GET /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    getSecondaryPetStatus(args: {
        accountId: string;
        statusId: string;
    }, options?: Options): Promise<SecondaryPetStatus>;
    /** Get a training addon: `GET /accounts/{accountId}/products/training/{addonId}` */
    getTraining(args: {
        accountId: string;
        addonId: string;
    }, options?: Options): Promise<Addon>;
    /** Get a webhook: `GET /webhooks/{id}` */
    getWebhook(args: {
        id: string;
    }, options?: Options): Promise<WebhookView>;
    /** Get a replay: `GET /webhooks/{id}/replays/{replayId}` */
    getWebhookReplay(args: {
        id: string;
        replayId: string;
    }, options?: Options): Promise<Replay>;
    /** List all pets: `GET /accounts/{accountId}/pets` */
    listAccountPets(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Parts of the pet's name and microchip, or of the owner's name and phone numbers. Every word has to be found; one of two characters, at the beginning of a word. Case, accents, apostrophes, and punctuation around a word make no difference. A phone number may lack its country code and the 0 in front */
        search?: string | undefined;
        /** Only pets with this status */
        status?: 'active' | 'inactive' | 'deceased' | undefined;
        /** Only pets of this species */
        species?: 'dog' | 'cat' | 'rabbit' | 'bird' | 'guinea_pig' | 'hamster' | 'rat' | 'mouse' | 'chinchilla' | 'ferret' | 'horse' | 'reptile' | 'fish' | 'other' | undefined;
        /** Only pets with this breed */
        breedId?: string | undefined;
        /** Only pets with this colour code */
        colourCodeId?: string | undefined;
        /** Only pets with this secondary status */
        secondaryPetStatusId?: string | undefined;
        /** Only pets with exactly this tag */
        tag?: string | undefined;
        /** Exactly this microchip, whatever the spaces and case */
        microchip?: string | undefined;
        /** Only the pet with this external_id */
        externalId?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<ListedPet, ListListedPet>;
    /** List all vaccinations: `GET /accounts/{accountId}/vaccinations` */
    listAccountVaccinations(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only with this status today; may be repeated */
        status?: ('valid' | 'expiring' | 'expired')[] | undefined;
        /** Only those that expire last of their type (true), or only the others (false) */
        current?: boolean | undefined;
        /** Only those of this vaccination type */
        vaccinationTypeId?: string | undefined;
        /** Only those of pets of this species */
        species?: 'dog' | 'cat' | 'rabbit' | 'bird' | 'guinea_pig' | 'hamster' | 'rat' | 'mouse' | 'chinchilla' | 'ferret' | 'horse' | 'reptile' | 'fish' | 'other' | undefined;
        /** Only those of pets with this status */
        petStatus?: 'active' | 'inactive' | 'deceased' | undefined;
        /** Expires on this day or later */
        expiresFrom?: string | undefined;
        /** Expires on this day or earlier */
        expiresTo?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<ListedVaccination, ListListedVaccination>;
    /** List accounts: `GET /accounts` */
    listAccounts(args?: {
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Account, ListAccount>;
    /** List addons: `GET /accounts/{accountId}/products/addons` */
    listAddons(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
        /** Only those of this service */
        serviceType?: 'grooming' | 'training' | 'classes' | undefined;
    }, options?: Options): List<Addon, ListAddon>;
    /** List adjustments: `GET /accounts/{accountId}/products/adjustments` */
    listAdjustments(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Adjustment, ListAdjustment>;
    /** List API keys: `GET /apiKeys` */
    listApiKeys(args?: {
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Key, ListKey>;
    /** List breeds: `GET /accounts/{accountId}/breeds` */
    listBreeds(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only breeds of this species */
        species?: 'dog' | 'cat' | 'rabbit' | 'bird' | 'guinea_pig' | 'hamster' | 'rat' | 'mouse' | 'chinchilla' | 'ferret' | 'horse' | 'reptile' | 'fish' | 'other' | undefined;
        /** Part of the name; case and accents do not count */
        search?: string | undefined;
    }, options?: Options): List<Breed, ListBreed>;
    /** List classes: `GET /accounts/{accountId}/products/classes` */
    listClasses(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Addon, ListAddon>;
    /** List colour codes: `GET /accounts/{accountId}/colourCodes` */
    listColourCodes(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only codes of this type */
        type?: 'pet' | 'customer' | undefined;
    }, options?: Options): List<ColourCode, ListColourCode>;
    /** List which pets have the vaccinations that a service requires: `GET /accounts/{accountId}/compliance` */
    listCompliance(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** The service */
        serviceType: 'boarding' | 'daycare' | 'grooming' | 'training' | 'classes' | 'retail';
        /** The first day (today) */
        from?: string | undefined;
        /** The last day, on which pets are judged (the first day) */
        to?: string | undefined;
        /** Only rows in this status */
        status?: 'compliant' | 'expiring' | 'non_compliant' | 'not_required' | undefined;
        /** Only pets of this species */
        species?: 'dog' | 'cat' | 'rabbit' | 'bird' | 'guinea_pig' | 'hamster' | 'rat' | 'mouse' | 'chinchilla' | 'ferret' | 'horse' | 'reptile' | 'fish' | 'other' | undefined;
        /** Only the pets of this customer */
        customerId?: string | undefined;
        /** Only pets with this status */
        petStatus?: 'active' | 'inactive' | 'deceased' | undefined;
    }, options?: Options): List<Compliance, ListCompliance>;
    /** List custom customer fields: `GET /accounts/{accountId}/customerFields/custom` */
    listCustomCustomerFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List custom pet fields: `GET /accounts/{accountId}/petFields/custom` */
    listCustomPetFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List the fields of the customer form: `GET /accounts/{accountId}/customerFields` */
    listCustomerFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List the notes on a customer: `GET /accounts/{accountId}/customers/{customerId}/notes` */
    listCustomerNotes(args: {
        accountId: string;
        customerId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only this kind */
        category?: 'general' | 'medical' | 'behaviour' | 'grooming' | 'boarding' | 'billing' | 'incident' | 'other' | undefined;
        /** Only notes with this visibility */
        visibility?: 'staff' | 'customer' | undefined;
    }, options?: Options): List<Note, ListNote>;
    /** List a customer's orders: `GET /accounts/{accountId}/customers/{customerId}/orders` */
    listCustomerOrders(args: {
        accountId: string;
        customerId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Show the customer, the pets, or both beside the order: names, phones and alerts. API keys need customers:read for it */
        include?: ('customer' | 'pets')[] | undefined;
        /** Only in this status; may be repeated */
        status?: ('draft' | 'open' | 'completed' | 'cancelled')[] | undefined;
        /** Only those in this payment status */
        paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'refunded' | undefined;
        /** Only those with this service */
        serviceType?: 'boarding' | 'daycare' | 'grooming' | 'training' | 'classes' | 'retail' | undefined;
        /** Only those for this pet */
        petId?: string | undefined;
        /** Only those placed at this instant, on this day, or later */
        placedFrom?: string | undefined;
        /** Only those placed at this instant, on this day, or earlier */
        placedTo?: string | undefined;
        /** Only those that begin at this instant, on this day, or later */
        startsFrom?: string | undefined;
        /** Only those that begin at this instant, on this day, or earlier */
        startsTo?: string | undefined;
        /** Only those that end at this instant, on this day, or later, or have no end */
        overlapsFrom?: string | undefined;
        /** Only those that begin at this instant, on this day, or earlier */
        overlapsTo?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
        /** Only those with this whole number, whatever the case */
        number?: string | undefined;
        /** Newest first, or by starts_at, earliest or latest first; what does not start comes last */
        sort?: '-created_at' | 'starts_at' | '-starts_at' | undefined;
    }, options?: Options): List<ListedOrder, ListListedOrder>;
    /** List customers: `GET /accounts/{accountId}/customers` */
    listCustomers(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Parts of the customer's names, company, e-mail and phone numbers, of the contacts' names and phone numbers, or of a pet's name (then see matching_pets). Every word has to be found; one of two characters, at the beginning of a word. Case, accents, apostrophes, and punctuation around a word make no difference. A phone number may lack its country code and the 0 in front */
        search?: string | undefined;
        /** Exactly this e-mail, whatever the case */
        email?: string | undefined;
        /** Exactly this number, international or national for the account */
        phone?: string | undefined;
        /** Only customers with this status */
        status?: 'active' | 'inactive' | 'blocked' | undefined;
        /** Only customers with this colour code */
        colourCodeId?: string | undefined;
        /** Only the customer with this external_id */
        externalId?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Customer, ListCustomer>;
    /** List the types of events: `GET /eventTypes` */
    listEventTypes(args?: {}, options?: Options): Promise<EventTypes>;
    /** Read every change, in order: `GET /accounts/{accountId}/events` */
    listEvents(args: {
        accountId: string;
        /** The next_cursor of the page before, now, or oldest. A page that is asked for again is the same, but for the first one of a round: that begins a new round. A round ends with has_more: false */
        after?: string | undefined;
        /** Names or resource.*, separated by commas */
        types?: string | undefined;
        /** Only events about this record: its history. Not among them are events that tell of many records at once: `customer_field.reordered`, `pet_field.reordered` and `breed.list_loaded` */
        recordId?: string | undefined;
        /** Only what this actor has done, or what was done by way of it */
        actorId?: string | undefined;
        /** How many events a page has at most; a stream has no pages */
        limit?: number | undefined;
        /** For how many seconds an empty page is held, not a stream */
        wait?: number | undefined;
    }, options?: Options): Promise<EventPage>;
    /** List the exemptions of a pet: `GET /accounts/{accountId}/pets/{petId}/exemptions` */
    listExemptions(args: {
        accountId: string;
        petId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Exemption, ListExemption>;
    /** List grooming: `GET /accounts/{accountId}/products/grooming` */
    listGrooming(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Addon, ListAddon>;
    /** List the notes on an order: `GET /accounts/{accountId}/orders/{orderId}/notes` */
    listOrderNotes(args: {
        accountId: string;
        orderId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only this kind */
        category?: 'general' | 'medical' | 'behaviour' | 'grooming' | 'boarding' | 'billing' | 'incident' | 'other' | undefined;
        /** Only notes with this visibility */
        visibility?: 'staff' | 'customer' | undefined;
    }, options?: Options): List<Note, ListNote>;
    /** List orders: `GET /accounts/{accountId}/orders` */
    listOrders(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Show the customer, the pets, or both beside the order: names, phones and alerts. API keys need customers:read for it */
        include?: ('customer' | 'pets')[] | undefined;
        /** Only in this status; may be repeated */
        status?: ('draft' | 'open' | 'completed' | 'cancelled')[] | undefined;
        /** Only those in this payment status */
        paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'refunded' | undefined;
        /** Only those with this service */
        serviceType?: 'boarding' | 'daycare' | 'grooming' | 'training' | 'classes' | 'retail' | undefined;
        /** Only those for this pet */
        petId?: string | undefined;
        /** Only those placed at this instant, on this day, or later */
        placedFrom?: string | undefined;
        /** Only those placed at this instant, on this day, or earlier */
        placedTo?: string | undefined;
        /** Only those that begin at this instant, on this day, or later */
        startsFrom?: string | undefined;
        /** Only those that begin at this instant, on this day, or earlier */
        startsTo?: string | undefined;
        /** Only those that end at this instant, on this day, or later, or have no end */
        overlapsFrom?: string | undefined;
        /** Only those that begin at this instant, on this day, or earlier */
        overlapsTo?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
        /** Only those with this whole number, whatever the case */
        number?: string | undefined;
        /** Newest first, or by starts_at, earliest or latest first; what does not start comes last */
        sort?: '-created_at' | 'starts_at' | '-starts_at' | undefined;
        /** Only those of this customer */
        customerId?: string | undefined;
    }, options?: Options): List<ListedOrder, ListListedOrder>;
    /** List pending reason options: `GET /accounts/{accountId}/pendingReasonOptions` */
    listPendingReasonOptions(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that apply to this service */
        serviceType?: 'boarding' | 'daycare' | 'grooming' | 'training' | 'classes' | 'retail' | undefined;
    }, options?: Options): List<PendingReason, ListPendingReason>;
    /** List the fields of the pet form: `GET /accounts/{accountId}/petFields` */
    listPetFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List the notes on a pet: `GET /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes` */
    listPetNotes(args: {
        accountId: string;
        customerId: string;
        petId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only this kind */
        category?: 'general' | 'medical' | 'behaviour' | 'grooming' | 'boarding' | 'billing' | 'incident' | 'other' | undefined;
        /** Only notes with this visibility */
        visibility?: 'staff' | 'customer' | undefined;
    }, options?: Options): List<Note, ListNote>;
    /** List the pets of a customer: `GET /accounts/{accountId}/customers/{customerId}/pets` */
    listPets(args: {
        accountId: string;
        customerId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only pets with this status */
        status?: 'active' | 'inactive' | 'deceased' | undefined;
        /** Only pets of this species */
        species?: 'dog' | 'cat' | 'rabbit' | 'bird' | 'guinea_pig' | 'hamster' | 'rat' | 'mouse' | 'chinchilla' | 'ferret' | 'horse' | 'reptile' | 'fish' | 'other' | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Pet, ListPet>;
    /** List the preventive types: `GET /accounts/{accountId}/preventiveTypes` */
    listPreventiveTypes(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<PreventiveType, ListPreventiveType>;
    /** List the preventives of a pet: `GET /accounts/{accountId}/pets/{petId}/preventives` */
    listPreventives(args: {
        accountId: string;
        petId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Preventive, ListPreventive>;
    /** List rates: `GET /accounts/{accountId}/products/rates` */
    listRates(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Rate, ListRate>;
    /** List retail products: `GET /accounts/{accountId}/products/retail` */
    listRetailProducts(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<RetailProduct, ListRetailProduct>;
    /** List secondary pet statuses: `GET /accounts/{accountId}/secondaryPetStatuses` */
    listSecondaryPetStatuses(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<SecondaryPetStatus, ListSecondaryPetStatus>;
    /** List standard customer fields: `GET /accounts/{accountId}/customerFields/standard` */
    listStandardCustomerFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List standard pet fields: `GET /accounts/{accountId}/petFields/standard` */
    listStandardPetFields(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Field, ListField>;
    /** List taxes: `GET /accounts/{accountId}/taxes` */
    listTaxes(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Tax, ListTax>;
    /** List training: `GET /accounts/{accountId}/products/training` */
    listTraining(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those that are active, or only those that are not */
        active?: boolean | undefined;
        /** Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation around a word make no difference */
        search?: string | undefined;
        /** Changed at this instant or later. It can miss a change whose transaction is still running: whoever copies records reads the event feed instead (`listEvents`) */
        updatedSince?: string | undefined;
    }, options?: Options): List<Addon, ListAddon>;
    /** List what the location requires: `GET /accounts/{accountId}/vaccinationRequirements` */
    listVaccinationRequirements(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<VaccinationType, ListVaccinationType>;
    /** List the vaccination types: `GET /accounts/{accountId}/vaccinationTypes` */
    listVaccinationTypes(args: {
        accountId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<VaccinationType, ListVaccinationType>;
    /** List the vaccinations of a pet: `GET /accounts/{accountId}/pets/{petId}/vaccinations` */
    listVaccinations(args: {
        accountId: string;
        petId: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only those with this status today */
        status?: 'valid' | 'expiring' | 'expired' | undefined;
        /** Only those that expire last of their type (true), or only the others (false) */
        current?: boolean | undefined;
        /** Only those of this vaccination type */
        vaccinationTypeId?: string | undefined;
    }, options?: Options): List<Vaccination, ListVaccination>;
    /** List the deliveries of a webhook: `GET /webhooks/{id}/deliveries` */
    listWebhookDeliveries(args: {
        id: string;
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
        /** Only deliveries with this status */
        status?: 'pending' | 'retrying' | 'delivered' | 'failed' | undefined;
        /** Only deliveries of this event type */
        eventType?: string | undefined;
        /** Only deliveries queued at this instant or later */
        from?: string | undefined;
        /** Only deliveries queued at this instant or earlier */
        to?: string | undefined;
    }, options?: Options): List<Delivery, ListDelivery>;
    /** List webhooks: `GET /webhooks` */
    listWebhooks(args?: {
        /** How many records a page has at most */
        limit?: number | undefined;
        /** The next_cursor of the page before; belongs to one list with one set of filters */
        cursor?: string | undefined;
    }, options?: Options): List<Webhook, ListWebhook>;
    /** Log a customer in: `POST /auth/login` */
    login(args: {
        body: LoginInput;
    }, options?: Options): Promise<AccessToken>;
    /** Log out: `POST /auth/logout` */
    logout(args?: {}, options?: Options): Promise<void>;
    /** Require a vaccination: `PUT /accounts/{accountId}/vaccinationRequirements/{vaccinationTypeId}` */
    putVaccinationRequirement(args: {
        accountId: string;
        vaccinationTypeId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: Requirement;
    }, options?: Options): Promise<VaccinationType>;
    /** Deliver an event again: `POST /webhooks/{id}/deliveries/{deliveryId}/redeliver` */
    redeliverWebhookDelivery(args: {
        id: string;
        deliveryId: string;
    }, options?: Options): Promise<Delivery>;
    /** Replace an access token: `POST /auth/refresh` */
    refreshToken(args?: {}, options?: Options): Promise<AccessToken>;
    /** Reorder custom customer fields: `PATCH /accounts/{accountId}/customerFields/custom/reorder` */
    reorderCustomCustomerFields(args: {
        accountId: string;
        body: NewFieldOrder;
    }, options?: Options): Promise<ListField>;
    /** Reorder custom pet fields: `PATCH /accounts/{accountId}/petFields/custom/reorder` */
    reorderCustomPetFields(args: {
        accountId: string;
        body: NewFieldOrder;
    }, options?: Options): Promise<ListField>;
    /** Deliver past events again: `POST /webhooks/{id}/replay` */
    replayWebhook(args: {
        id: string;
        body: ReplayCreate;
    }, options?: Options): Promise<Replay>;
    /** Set a password by a token: `POST /auth/passwordReset` */
    resetPassword(args: {
        body: PasswordResetInput;
    }, options?: Options): Promise<void>;
    /** Stop a replay: `DELETE /webhooks/{id}/replays/{replayId}` */
    stopWebhookReplay(args: {
        id: string;
        replayId: string;
    }, options?: Options): Promise<void>;
    /** Test a webhook: `POST /webhooks/{id}/test` */
    testWebhook(args: {
        id: string;
    }, options?: Options): Promise<Delivery>;
    /** Give a pet to another customer: `POST /accounts/{accountId}/customers/{customerId}/pets/{petId}/transfer` */
    transferPet(args: {
        accountId: string;
        customerId: string;
        petId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: PetTransfer;
    }, options?: Options): Promise<Pet>;
    /** Change an account: `PATCH /accounts/{accountId}` */
    updateAccount(args: {
        accountId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: AccountPatch;
    }, options?: Options): Promise<Account>;
    /** Change a breed: `PATCH /accounts/{accountId}/breeds/{breedId}` */
    updateBreed(args: {
        accountId: string;
        breedId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: BreedPatch;
    }, options?: Options): Promise<Breed>;
    /** Change a colour code: `PATCH /accounts/{accountId}/colourCodes/{id}` */
    updateColourCode(args: {
        accountId: string;
        id: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: ColourCodePatch;
    }, options?: Options): Promise<ColourCode>;
    /** Change a custom customer field: `PATCH /accounts/{accountId}/customerFields/custom/{fieldId}` */
    updateCustomCustomerField(args: {
        accountId: string;
        fieldId: string;
        /** Clear the values that are in use instead of refusing */
        force?: boolean | undefined;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: FieldPatch;
    }, options?: Options): Promise<Field>;
    /** Change a custom pet field: `PATCH /accounts/{accountId}/petFields/custom/{fieldId}` */
    updateCustomPetField(args: {
        accountId: string;
        fieldId: string;
        /** Clear the values that are in use instead of refusing */
        force?: boolean | undefined;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: FieldPatch;
    }, options?: Options): Promise<Field>;
    /** Change a customer: `PATCH /accounts/{accountId}/customers/{customerId}` */
    updateCustomer(args: {
        accountId: string;
        customerId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: CustomerPatch;
    }, options?: Options): Promise<Customer>;
    /** Change a note on a customer: `PATCH /accounts/{accountId}/customers/{customerId}/notes/{noteId}` */
    updateCustomerNote(args: {
        accountId: string;
        customerId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: NotePatch;
    }, options?: Options): Promise<Note>;
    /** Change an exemption: `PATCH /accounts/{accountId}/exemptions/{exemptionId}` */
    updateExemption(args: {
        accountId: string;
        exemptionId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: ExemptionPatch;
    }, options?: Options): Promise<Exemption>;
    /** Change any note: `PATCH /accounts/{accountId}/notes/{noteId}` */
    updateNote(args: {
        accountId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: NotePatch;
    }, options?: Options): Promise<Note>;
    /** Change a note on an order: `PATCH /accounts/{accountId}/orders/{orderId}/notes/{noteId}` */
    updateOrderNote(args: {
        accountId: string;
        orderId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: NotePatch;
    }, options?: Options): Promise<Note>;
    /** Change a pet: `PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}` */
    updatePet(args: {
        accountId: string;
        customerId: string;
        petId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: PetPatch;
    }, options?: Options): Promise<Pet>;
    /** Change a note on a pet: `PATCH /accounts/{accountId}/customers/{customerId}/pets/{petId}/notes/{noteId}` */
    updatePetNote(args: {
        accountId: string;
        customerId: string;
        petId: string;
        noteId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: NotePatch;
    }, options?: Options): Promise<Note>;
    /** Rename a secondary pet status: `PATCH /accounts/{accountId}/secondaryPetStatuses/{statusId}` */
    updateSecondaryPetStatus(args: {
        accountId: string;
        statusId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: SecondaryPetStatusPatch;
    }, options?: Options): Promise<SecondaryPetStatus>;
    /** Change standard customer fields: `PATCH /accounts/{accountId}/customerFields/standard` */
    updateStandardCustomerFields(args: {
        accountId: string;
        body: StandardFieldChanges;
    }, options?: Options): Promise<ListField>;
    /** Change standard pet fields: `PATCH /accounts/{accountId}/petFields/standard` */
    updateStandardPetFields(args: {
        accountId: string;
        body: StandardFieldChanges;
    }, options?: Options): Promise<ListField>;
    /** Change a vaccination: `PATCH /accounts/{accountId}/pets/{petId}/vaccinations/{expirationId}` */
    updateVaccination(args: {
        accountId: string;
        petId: string;
        expirationId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: VaccinationPatch;
    }, options?: Options): Promise<Vaccination>;
    /** Change a vaccination type: `PATCH /accounts/{accountId}/vaccinationTypes/{vaccinationTypeId}` */
    updateVaccinationType(args: {
        accountId: string;
        vaccinationTypeId: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: VaccinationTypePatch;
    }, options?: Options): Promise<VaccinationType>;
    /** Change a webhook: `PATCH /webhooks/{id}` */
    updateWebhook(args: {
        id: string;
        /** The version that the change is for; 412 when the record has moved on. */
        ifMatch?: number | undefined;
        body: WebhookPatch;
    }, options?: Options): Promise<WebhookView>;
}
/** Method and path of every operation; `list` is paged by cursor, `name,` is an array to be joined. */
export declare const operations: Readonly<Record<keyof Operations, string>>;
/** What an event of each type holds. */
export interface Events {
    /** An account was updated. */
    'account.updated': AccountEvent;
    /** An addon was created. */
    'addon.created': AddonEvent;
    /** An addon was updated. */
    'addon.updated': AddonEvent;
    /** An adjustment was created. */
    'adjustment.created': AdjustmentEvent;
    /** An adjustment was updated. */
    'adjustment.updated': AdjustmentEvent;
    /** A breed was created. */
    'breed.created': BreedEvent;
    /** A breed was deleted. */
    'breed.deleted': BreedEvent;
    /** The list of breeds was filled from the list that comes with the service. */
    'breed.list_loaded': ListLoadedEvent;
    /** A breed was updated. */
    'breed.updated': BreedEvent;
    /** A colour code was created. */
    'colour_code.created': ColourCodeEvent;
    /** A colour code was deleted. */
    'colour_code.deleted': ColourCodeEvent;
    /** A colour code was updated. */
    'colour_code.updated': ColourCodeEvent;
    /** A customer was created. */
    'customer.created': CustomerEvent;
    /** A customer was updated. */
    'customer.updated': CustomerEvent;
    /** A customer field was created. */
    'customer_field.created': FieldEvent;
    /** A customer field was deleted. */
    'customer_field.deleted': FieldEvent;
    /** The custom fields of the customer form were put into another order. moved has what is new in each field whose place changed. */
    'customer_field.reordered': FieldOrderEvent;
    /** A customer field was updated. */
    'customer_field.updated': FieldEvent;
    /** An exemption was created. */
    'exemption.created': ExemptionEvent;
    /** An exemption was deleted. */
    'exemption.deleted': ExemptionEvent;
    /** An exemption was updated. */
    'exemption.updated': ExemptionEvent;
    /** A note was created. */
    'note.created': NoteEvent;
    /** A note was deleted. */
    'note.deleted': NoteEvent;
    /** A note was updated. */
    'note.updated': NoteEvent;
    /** An order was created. */
    'order.created': OrderEvent;
    /** An order was updated. */
    'order.updated': OrderEvent;
    /** A pending reason option was created. */
    'pending_reason_option.created': PendingReasonEvent;
    /** A pending reason option was updated. */
    'pending_reason_option.updated': PendingReasonEvent;
    /** A pet was created. */
    'pet.created': PetEvent;
    /** A pet was updated. */
    'pet.updated': PetEvent;
    /** A pet field was created. */
    'pet_field.created': FieldEvent;
    /** A pet field was deleted. */
    'pet_field.deleted': FieldEvent;
    /** The custom fields of the pet form were put into another order. moved has what is new in each field whose place changed. */
    'pet_field.reordered': FieldOrderEvent;
    /** A pet field was updated. */
    'pet_field.updated': FieldEvent;
    /** A preventive was created. */
    'preventive.created': PreventiveEvent;
    /** A preventive was updated. */
    'preventive.updated': PreventiveEvent;
    /** A preventive type was created. */
    'preventive_type.created': PreventiveTypeEvent;
    /** A preventive type was updated. */
    'preventive_type.updated': PreventiveTypeEvent;
    /** A rate was created. */
    'rate.created': RateEvent;
    /** A rate was updated. */
    'rate.updated': RateEvent;
    /** A retail product was created. */
    'retail_product.created': RetailProductEvent;
    /** A retail product was updated. */
    'retail_product.updated': RetailProductEvent;
    /** A secondary pet status was created. */
    'secondary_pet_status.created': SecondaryPetStatusEvent;
    /** A secondary pet status was deleted. */
    'secondary_pet_status.deleted': SecondaryPetStatusEvent;
    /** A secondary pet status was updated. */
    'secondary_pet_status.updated': SecondaryPetStatusEvent;
    /** A tax was created. */
    'tax.created': TaxEvent;
    /** A tax was updated. */
    'tax.updated': TaxEvent;
    /** A vaccination was created. */
    'vaccination.created': VaccinationEvent;
    /** A vaccination was deleted. */
    'vaccination.deleted': VaccinationEvent;
    /** The last valid day of a vaccination has passed. Told once for the current vaccination of a living pet, at most 5 minutes after midnight in the account's time zone, and only when time brings it, not a write or a change of the warning days. After an outage only the later of the two is told. */
    'vaccination.expired': VaccinationEvent;
    /** A vaccination came within the account's warning days before its expiry. Told once for the current vaccination of a living pet, at most 5 minutes after midnight in the account's time zone, and only when time brings it, not a write or a change of the warning days. After an outage only the later of the two is told. */
    'vaccination.expiring': VaccinationEvent;
    /** A vaccination was updated. */
    'vaccination.updated': VaccinationEvent;
    /** A vaccination type was created. */
    'vaccination_type.created': VaccinationTypeEvent;
    /** A vaccination type was deleted. */
    'vaccination_type.deleted': VaccinationTypeEvent;
    /** A vaccination type was updated. */
    'vaccination_type.updated': VaccinationTypeEvent;
    /** A webhook is tested; it is sent to that webhook alone and is not in the feed. */
    'webhook.test': WebhookEvent;
}
/** An event of any type, told apart by `type`. A newer server may send types that are not here: have a `default` case. */
export type Event = {
    [Type in keyof Events]: Omit<Events[Type], 'type'> & {
        type: Type;
    };
}[keyof Events];
/** A page of the event feed. */
export type EventPage = Omit<ListEvents, 'data'> & {
    data: Event[];
};
