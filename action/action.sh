#!/usr/bin/env bash
# action.sh runs zobrist check for ../action.yml, which sets the variables below.
#
# In a workflow it also annotates the run with each bug, and adds the report to the
# summary of the job. Elsewhere it only prints the report. Its exit status is that of
# zobrist check, or 2 if it cannot get zobrist.
#
# It runs on Linux, macOS (bash 3.2) and Windows (the bash of Git).
set -euo pipefail
: "${ENGINE=}" "${OPTIONS=}" "${FROM=}" "${N=}" "${ARGS=}" "${REPOSITORY=}" "${REF=}"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
exe=
[ "${RUNNER_OS:-}" != Windows ] || exe=.exe
zobrist=$dir/zobrist$exe

# download gets zobrist from the release REF. It fails if there is none. A file with a
# wrong checksum ends the script.
download() {
	local os arch name from want got
	case "$REF" in v*.*.*) ;; *) return 1 ;; esac
	case "${RUNNER_OS:-$(uname -s)}" in
	Linux) os=linux ;;
	macOS | Darwin) os=darwin ;;
	Windows) os=windows ;;
	*) return 1 ;;
	esac
	case "${RUNNER_ARCH:-$(uname -m)}" in
	X64 | x86_64) arch=amd64 ;;
	ARM64 | arm64 | aarch64) arch=arm64 ;;
	*) return 1 ;;
	esac
	name=zobrist_${os}_$arch$exe
	from=${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY/releases/download/$REF
	curl -fsSL --retry 2 -o "$zobrist" "$from/$name" || return 1
	curl -fsSL --retry 2 -o "$dir/checksums" "$from/checksums.txt" || return 1
	want=$(sed -n "s/ [ *]$name\$//p" "$dir/checksums")
	got=$(sha256sum <"$zobrist" 2>/dev/null || shasum -a 256 <"$zobrist")
	if [ "${got%% *}" != "$want" ]; then
		echo "action.sh: $from/$name: got checksum ${got%% *}, want ${want:-a line in checksums.txt}" >&2
		exit 2
	fi
	chmod +x "$zobrist"
}

# build builds zobrist from the source that came with this script.
build() {
	command -v go >/dev/null && (cd "$(dirname "$0")/.." && go build -o "$zobrist" ./cmd/zobrist)
}

if ! download && ! build; then
	echo "action.sh: no release \"$REF\" of zobrist for this system, and no Go to build it: name a release, or run actions/setup-go first" >&2
	exit 2
fi

call=(check)
[ -z "$FROM" ] || call+=("-from=$FROM")
[ -z "$N" ] || call+=("-n=$N")
while IFS= read -r line; do
	[ -z "$line" ] || call+=("-option=$line")
done <<<"$OPTIONS"
while IFS= read -r line; do
	[ -z "$line" ] || call+=("$line")
done <<<"$ARGS"
call+=(--)
while IFS= read -r line; do
	[ -z "$line" ] || call+=("$line")
done <<<"$ENGINE"

status=0
if [ "${GITHUB_ACTIONS:-}" != true ]; then
	"$zobrist" "${call[@]}" || status=$?
	exit "$status"
fi
"$zobrist" "${call[@]}" >"$dir/report" 2>&1 || status=$?

# The report quotes the engine, whose text must not be taken as a workflow command.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf '::stop-commands::%s\n' "$token"
cat "$dir/report"
printf '\n::%s::\n' "$token"

# Annotate each numbered paragraph, which is a bug, or else the first paragraph.
[ "$status" = 0 ] || awk '
	BEGIN { RS = "" }
	{ gsub(/%/, "%25"); gsub(/\r/, "%0D"); gsub(/\n/, "%0A") }
	NR == 1 { first = title = $0; sub(/%0A.*/, "", title); gsub(/:/, "%3A", title); gsub(/,/, "%2C", title) }
	/^[0-9]+\. / { print "::error title=" title "::" $0; found = 1 }
	END { if (!found) print "::error title=zobrist check::" first }
' "$dir/report"

# Each line is indented, so that no text of the engine ends the block of code.
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
	{
		printf '### zobrist check\n\n'
		sed 's/^/    /' "$dir/report"
		echo
	} >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
