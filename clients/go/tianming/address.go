package tianming

import (
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

var (
	hostName    = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?$`)
	onlyNumbers = regexp.MustCompile(`^[0-9.]+$`)
)

// An address is where a referee or a bot listens.
type address struct {
	text   string // as the user wrote it
	target string // host:port or unix:/path
	tls    bool
}

// parseAddress parses the value of an environment variable.
func parseAddress(text, variable string) (address, error) {
	scheme, target, found := strings.Cut(text, "://")
	if found && (scheme == "http" || scheme == "https") {
		target = strings.TrimRight(target, "/")
	} else {
		scheme, target = "", text
	}
	isLocal, ok := parseTarget(target)
	if !ok {
		return address{}, &AddressError{text, variable}
	}
	return address{text, target, scheme == "https" || scheme == "" && !isLocal}, nil
}

// parseTarget reports whether a target stays on this machine, and whether it is one at all.
func parseTarget(target string) (isLocal, ok bool) {
	if path, isUnix := strings.CutPrefix(target, "unix:"); isUnix {
		return true, path != "" && !strings.Contains(path, "\x00")
	}
	host, port, err := net.SplitHostPort(target)
	if _, badPort := strconv.ParseUint(port, 10, 16); err != nil || badPort != nil {
		return false, false
	}
	if strings.HasPrefix(target, "[") != strings.Contains(host, ":") {
		return false, false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback(), true
	}
	return host == "localhost", hostName.MatchString(host) && !onlyNumbers.MatchString(host)
}
