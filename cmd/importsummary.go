package petcarecmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/text"
)

// warnOfAlike lists possible duplicates. The import does not merge them, so somebody has to check them.
func warnOfAlike(w io.Writer, result jsonl.Result) {
	for _, a := range result.Alike {
		fmt.Fprintf(w, "warning: these look like one %s, with the same %s: %s\n", a.Type, a.By, text.Printable(strings.Join(a.Records, ", ")))
	}
	if result.MoreAlike > 0 {
		fmt.Fprintf(w, "warning: and %s more that look alike\n", grouped(result.MoreAlike))
	}
}

func summarize(w io.Writer, account string, result jsonl.Result, dryRun bool) {
	said := "imported into " + account
	if dryRun {
		said = "nothing is wrong; an import into " + account + " would bring"
	}
	fmt.Fprintf(w, "%s: %s records, %s\n", said, grouped(result.Sum().Records()), outcomes(result.Sum()))
	for _, t := range result.Types {
		fmt.Fprintf(w, "%9s  %s: %s\n", grouped(t.Records()), t.Type, outcomes(t))
	}
}

func outcomes(c jsonl.Count) string {
	return grouped(c.Created) + " created, " + grouped(c.Changed) + " changed, " + grouped(c.Unchanged) + " unchanged"
}

// grouped formats 1234567 as 1,234,567.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
