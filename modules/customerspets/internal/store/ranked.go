package store

import (
	"fmt"
	"strings"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// mostRanked is how many matches are compared: the newest. It bounds what a word costs that everybody has.
const mostRanked = 2000

// ranked reads the best of the newest records that a query finds. A word ranks by where it is found: at the beginning of a word of the
// name; within the name; in another record, as customers are found by their pets and pets by their owners; in other texts.
func ranked[R any](q, all *gorm.DB, name string, words []customerspets.SearchWord) (paging.Page[R], error) {
	var order []string
	var values []any
	for _, word := range words {
		var beginning, part, own []string
		var of [3][]any
		for _, form := range word.Forms() {
			beginning, part, own = append(beginning, name+" like ?"), append(part, name+" like ?"), append(own, "search like ?")
			of[0] = append(of[0], postgres.Containing(" "+strings.TrimPrefix(form, " ")))
			of[1], of[2] = append(of[1], postgres.Containing(form)), append(of[2], postgres.Containing(form))
		}
		or := func(list []string) string { return strings.Join(list, " or ") }
		order = append(order, fmt.Sprintf("case when %s then 0 when %s then 1 when %s then 3 else 2 end", or(beginning), or(part), or(own)))
		for _, v := range of {
			values = append(values, v...)
		}
	}
	found := q.Select("id").Order("id desc").Limit(mostRanked)
	list := []R{}
	all = all.Where("id in (?)", found)
	order = append(order, "0")
	best := clause.Expr{SQL: strings.Join(order, " + ") + ", id desc", Vars: values, WithoutParentheses: true}
	err := all.Order(clause.OrderBy{Expression: best}).Limit(customerspets.MaxRanked).Find(&list).Error
	return paging.Page[R]{Items: list}, postgres.Failed("rank what a search finds", err)
}
