package cluster

import (
	"net/http"
	"regexp"
	"strings"
)

// QuotaExceeded begins the words of a ResourceQuota that has no room.
const QuotaExceeded = "exceeded quota: "

// unauthorised matches what RBAC says to a request that is not allowed.
var unauthorised = regexp.MustCompile(`\bUser "(?:[^"\\]|\\.)*" cannot [a-z]+ `)

// Denied returns the words with which admission refused an object: a webhook, a policy, a
// quota, a limit range or another plugin. It reports false for every other error, such as a
// request that the identity of the client is not allowed to make.
func Denied(err error) (string, bool) {
	s, ok := status(err)
	if !ok || unauthorised.MatchString(s.Message) {
		return "", false
	}
	if strings.HasPrefix(s.Message, `admission webhook "`) && strings.Contains(s.Message, " denied the request") {
		return s.Message, true
	}
	if s.Code != http.StatusForbidden {
		return "", false
	}
	_, why, found := strings.Cut(s.Message, " is forbidden: ")
	return why, found
}
