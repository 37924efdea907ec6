package outbox

import "testing"

func TestPreviousNamesTheOldValuesOfWhatDiffersByMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, after, want string }{
		{`{"name":"a","note":null,"version":1,"updated_at":"then"}`, `{"name":"b","note":"n","version":2,"updated_at":"now"}`, `{"name":"a","note":null}`},
		{`{"z":1,"a":{"x": 1, "y": [1.0]},"b":[1,2],"c":"\"z"}`, `{"z":2,"a":{"y":[1],"x":1},"b":[2,1],"c":"new"}`, `{"z":1,"b":[1,2],"c":"\"z"}`},
		{`{"name":"a","note":null,"fields":null}`, `{"note":"n","name":"a"}`, `{"note":null,"fields":null}`}, // another type of record
		{`{"name":"a","version":1}`, `{"name":"a","version":2}`, `{}`},
	} {
		if got, err := previous([]byte(c.before), []byte(c.after)); err != nil || string(got) != c.want {
			t.Errorf("%s → %s: %s, %v", c.before, c.after, got, err)
		}
	}
}
