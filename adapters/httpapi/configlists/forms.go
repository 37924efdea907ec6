package configlists

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
)

// formHandler serves the fields of a form. Both forms have the same operations.
type formHandler struct {
	lists *configlists.Service
	form  configlists.Form
}

// register registers the nine operations below path. name is the singular in their ids.
func (h formHandler) register(a *httpapi.API, path, name, tag string) {
	all := account + path
	standard, custom, one := all+"/standard", all+"/custom", all+"/custom/{fieldId}"
	visible := read().AndCustomers("the fields with `visible` and `visible_to_customer`")
	subject, created := string(h.form), valuesDoc
	if h.form == configlists.PetForm {
		created = "What holds for custom customer fields, `createCustomCustomerField`, holds here too."
	}
	httpapi.List(a, httpapi.Operation{
		ID: "list" + name + "s", Path: all, Tag: tag, Summary: "List the fields of the " + subject + " form",
		Description: "Standard fields first, then custom fields, each by item_order.", Access: visible,
	}, h.list(""))
	httpapi.List(a, httpapi.Operation{
		ID: "listStandard" + name + "s", Path: standard, Tag: tag, Summary: "List standard " + subject + " fields",
		Description: "One for each writable key of a " + subject + " but custom_fields. Every account has them.", Access: visible,
	}, h.list(configlists.StandardField))
	httpapi.Handle(a, httpapi.Operation{
		ID: "updateStandard" + name + "s", Method: http.MethodPatch, Path: standard, Tag: tag, Summary: "Change standard " + subject + " fields",
		Readable: httpapi.Readable{More: configlists.Field{}, Immutable: []string{"type"}, In: "fields"},
		Description: "Changes the named fields, all of them or none, and answers all standard fields. An unknown key, a key named twice and a " +
			"property that is locked for its field are each a fault of a 422.",
		Access: write(),
	}, h.updateStandard)
	httpapi.List(a, httpapi.Operation{
		ID: "listCustom" + name + "s", Path: custom, Tag: tag, Summary: "List custom " + subject + " fields",
		Description: "By item_order.", Access: visible,
	}, h.list(configlists.CustomField))
	httpapi.Create(a, httpapi.Operation{
		ID: "createCustom" + name, Path: custom, Tag: tag, Summary: "Add a custom " + subject + " field",
		Problems:    []string{"duplicate", "conflict"},
		Description: created, Access: write(),
	}, h.create)
	httpapi.Handle(a, httpapi.Operation{
		ID: "reorderCustom" + name + "s", Method: http.MethodPatch, Path: custom + "/reorder", Tag: tag, Summary: "Reorder custom " +
			subject + " fields",
		Description: "Takes the ids of all custom fields of the form, each exactly once, in their new order, and answers the list in it.",
		Access:      write(),
	}, h.reorder)
	httpapi.Get(a, httpapi.Operation{
		ID: "getCustom" + name, Path: one, Tag: tag, Summary: "Get a custom " + subject + " field", Access: visible,
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		Readable: httpapi.Readable{Immutable: []string{"key", "type"}},
		ID:       "updateCustom" + name, Path: one, Tag: tag, Summary: "Change a custom " + subject + " field",
		Problems: []string{"in_use"},
		Description: "Key and type never change. Removing an option that records use is a 409 `in_use` with their `count`; with " +
			"`force=true` the values go too. " + inOneRequest,
		Access: write(),
	}, h.update)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteCustom" + name, Path: one, Tag: tag, Summary: "Delete a custom " + subject + " field",
		Problems: []string{"in_use"},
		Description: "A field that holds values is a 409 `in_use` with their `count`; with `force=true` the values go too. " +
			inOneRequest,
		Access: write(),
	}, h.delete)
}

const valuesDoc = "The field is placed last. Its key is made from the label when it is left out: lower-case letters, digits and " +
	"underscores; a 422 when the form has that key already. A label without any of these makes field, field_2 and so on. " +
	"A given key that the form has is a 409 `duplicate`; custom_fields is reserved: a 422. A form has at most 100 custom fields: 409 " +
	"`conflict`.\n\n" +
	"Values in `custom_fields` by type: text is up to 1,000 characters, textarea up to 4,000; number is a JSON number of up to 15 " +
	"significant digits, 0 or at least 0.000001 and at most 999999999999999 without its sign; date is YYYY-MM-DD; boolean is true or " +
	"false; select is the value of one option, multi_select a list of them, each once; email is an e-mail address of up to 254 " +
	"characters; phone is a number in international form, or in the national form of the account's country, and is kept as E.164; " +
	"url is an http or https address of up to 2,048 characters. " +
	"null, empty text and an empty list clear a value."
