package importing

import (
	"encoding/json"
	"fmt"

	"github.com/petcare/petcare/platform/kernel/lists"
)

// NumberOrID names a record by its number, such as 7, or by its external id, such as "CC-7". Its format is number-or-id.
type NumberOrID string

// UnmarshalJSON implements json.Unmarshaler.
func (n *NumberOrID) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '"' {
		*n = NumberOrID(data)
		return nil
	}
	var id string
	if err := json.Unmarshal(data, &id); err != nil {
		return fmt.Errorf("read an external id: %w", err)
	}
	*n = NumberOrID(id)
	return nil
}

// Texts are the numbers and ids as texts.
func Texts(list []NumberOrID) []string {
	return lists.Map(list, func(n NumberOrID) string { return string(n) })
}
