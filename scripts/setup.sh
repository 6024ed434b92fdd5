# Sourced by scripts/demo and scripts/test: makes this machine able to build the package, or says in one sentence what
# is missing and exits 1. Says nothing when all is there. Leaves the shell in the package's folder.
# shellcheck shell=bash

least_swift=6.2 # Span is in the standard library from here on
where_swift="see https://swift.org/install"

fail() {
  printf '%s: %s\n' "$0" "$1" >&2
  exit 1
}

swift_version() {
  local text
  text=$(swift --version 2>/dev/null) || return 0
  sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' <<<"$text"
}

check_swift_version() {
  printf '%s\n' "$least_swift" "$1" | sort --version-sort --check=quiet ||
    fail "Swift $least_swift or later is needed and this is $1: $where_swift"
}

# The Debian packages that are missing, judged by what they bring, wherever it came from.
missing_packages() {
  # The packages that Package.swift names come by git over https.
  command -v git >/dev/null || echo git
  [ -e /etc/ssl/certs/ca-certificates.crt ] || echo ca-certificates
  command -v pkg-config >/dev/null || echo pkg-config
  pkg-config --exists lapack 2>/dev/null || echo liblapack-dev
  pkg-config --exists zlib 2>/dev/null || echo zlib1g-dev
  pkg-config --exists sqlite3 2>/dev/null || echo libsqlite3-dev
  pkg-config --exists nettle 2>/dev/null || echo nettle-dev
  # The C and C++ headers, start files and linker that Swift's linking needs.
  if [ ! -e /usr/include/stdio.h ] || ! compgen -G '/usr/lib/gcc/*/*/libstdc++.so' >/dev/null; then
    echo g++
  fi
  # Runs exported JavaScript in the tests, which leave that out where it is missing.
  [ "${CI:-}" != true ] || command -v node >/dev/null || echo nodejs
  # What only the tests run: scripts/test names the programs.
  for tool in ${test_tools:-}; do
    command -v "$tool" >/dev/null || case $tool in pkill) echo procps ;; zbarimg) echo zbar-tools ;; *) echo "$tool" ;; esac
  done
  # The libraries that the toolchain's package manager is linked to.
  swift package --version >/dev/null 2>&1 ||
    printf '%s\n' libcurl4-openssl-dev libncurses-dev libsqlite3-dev libxml2-dev
}

install_packages() {
  local names="$*" as_root=() log
  command -v apt-get >/dev/null ||
    fail "what Debian calls $names is missing; install it with this system's package manager and run again"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "missing: $names; as root run 'apt-get install $names', then run again"
    as_root=(sudo)
  fi
  printf 'Installing %s\n' "$names"
  # A failed update shows in the installation that follows.
  "${as_root[@]}" apt-get -qq update >/dev/null 2>&1 || true
  log=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install --yes --no-install-recommends "$@" 2>&1) ||
    fail "missing: $names; they could not be installed (a network and root's rights are needed): $(last_line "$log")"
}

last_line() {
  printf '%s' "${1##*$'\n'}"
}

prepare() {
  local version missing log
  command -v swift >/dev/null || fail "Swift $least_swift or later is needed: $where_swift"
  version=$(swift_version)
  [ -z "$version" ] || check_swift_version "$version"

  mapfile -t missing < <(missing_packages)
  if [ "${#missing[@]}" -gt 0 ]; then
    install_packages "${missing[@]}"
    mapfile -t missing < <(missing_packages)
    [ "${#missing[@]}" -eq 0 ] || fail "still missing after their installation: ${missing[*]}"
  fi
  # A toolchain whose libraries were missing could not say its version before.
  version=$(swift_version)
  [ -n "$version" ] || fail "'swift --version' does not run: reinstall Swift, $where_swift"
  check_swift_version "$version"

  log=$(swift package resolve 2>&1) ||
    fail "the packages that Package.swift names could not be fetched (a network is needed once): $(last_line "$log")"
}

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." >/dev/null || exit
prepare
