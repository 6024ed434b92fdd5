# Sourced by scripts/check-docs and scripts/check-benchmarks: the modules that scripts/test has built. Leaves the shell in the
# package's folder; sets `modules`, the options by which Swift's tools find them, and `folder`, which is removed at the end.
# shellcheck shell=bash disable=SC2034
cd "$(dirname -- "${BASH_SOURCE[0]}")/.."

products=$(swift build -c release --show-bin-path)
[ -e "$products/Modules/ScrollFit.swiftmodule" ] || {
  echo "$0: there is no ScrollFit in $products: scripts/test builds it" >&2
  exit 1
}
modules=(-I "$products/Modules")
while IFS= read -r map; do modules+=(-Xcc "-fmodule-map-file=$map"); done < <(find Sources -name module.modulemap | sort)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
