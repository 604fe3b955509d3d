#!/usr/bin/env bash
# What the action does; action.yml has its inputs, and gitlab.yml those of the component for GitLab. It runs in
# a clone with all history of the default branch, needs git, jq and gh, and never rewrites what was pushed.
# shellcheck disable=SC2317 # Functions are called by the names of modes.
set -euo pipefail

marker='<!-- krm-merge: merge -->'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/merged" "$work/asked" "$work/opened"
failed=0

say() { echo "krm-merge: $*" >&2; }
output() { echo "$1=$2" >>"${GITHUB_OUTPUT:-/dev/null}"; }

# install gets the release, unless krm-merge is there. The archive must have the checksum of the
# release and, where gh can tell, the attestation of its workflow.
install() {
  if command -v krm-merge >/dev/null; then return; fi
  local os arch archive
  os=$(uname -s | tr '[:upper:]' '[:lower:]')
  case $(uname -m) in
    aarch64 | arm64) arch=arm64 ;;
    *) arch=amd64 ;;
  esac
  archive=krm-merge_${VERSION#v}_${os}_$arch.tar.gz
  gh release download "$VERSION" --repo krm-merge/krm-merge --dir "$work" --pattern "$archive" --pattern checksums.txt
  (cd "$work" && grep -F " $archive" checksums.txt | sha256sum --check --quiet -)
  if gh attestation --help >/dev/null 2>&1; then
    gh attestation verify "$work/$archive" --repo krm-merge/krm-merge >/dev/null
  fi
  mkdir "$work/bin"
  tar -xzf "$work/$archive" -C "$work/bin" krm-merge
  PATH=$work/bin:$PATH
}

# identity names who merges, where git knows nobody.
identity() {
  git config user.email >/dev/null || git config user.email "${GITLAB_USER_EMAIL:-41898282+github-actions[bot]@users.noreply.github.com}"
  git config user.name >/dev/null || git config user.name "${GITLAB_USER_NAME:-github-actions[bot]}"
}

# What is asked of the forge, up to check_range, is in gitlab.sh for GitLab: where heads of pull requests are, what
# checks one out, and the branch that packages are upgraded on.
pull=pull
checkout='gh pr checkout'
target=${GITHUB_REF_NAME:-}

# pulls lists the open pull requests that the forge calls conflicting: number, base, head, whether that may be
# pushed to, and where. The forge finds out when it is asked, so unknown ones are asked about again.
pulls() {
  local try
  for try in 1 2 3 4; do
    gh pr list --state open --limit 500 --json number,baseRefName,headRefName,isCrossRepository,maintainerCanModify,headRepositoryOwner,headRepository,mergeable >"$work/pulls.json"
    if [ "$try" = 4 ] || jq -e 'all(.[]; .mergeable != "UNKNOWN")' "$work/pulls.json" >/dev/null; then break; fi
    sleep "${WAIT:-10}"
  done
  jq -r --arg server "${GITHUB_SERVER_URL:-https://github.com}" '.[] | select(.mergeable == "CONFLICTING")
    | [.number, .baseRefName, .headRefName, (.isCrossRepository | not) or .maintainerCanModify,
       if .isCrossRepository then "\($server)/\(.headRepositoryOwner.login)/\(.headRepository.name)" else "origin" end] | @tsv' "$work/pulls.json"
}

# comment writes the one comment on a pull request that is ours, from a file. With only=edit there is
# none unless it is there.
comment() {
  local number=$1 file=$2 only=${3:-} url
  url=$(gh pr view "$number" --json comments | jq -r --arg marker "$marker" \
    '[.comments[] | select(.viewerDidAuthor and (.body | startswith($marker))) | .url][0] // ""')
  if [ -n "$url" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/${url##*-}" --field "body=@$file"
  elif [ "$only" != edit ]; then
    gh pr comment "$number" --body-file "$file" >/dev/null
  fi
}

# open_of is the number of the pull request that is open for a branch of ours, and not of a fork, refresh gives it
# another text, and create opens one.
open_of() { gh pr list --state open --head "$1" --json number,isCrossRepository | jq -r 'map(select(.isCrossRepository | not))[0].number // ""'; }
refresh() { gh pr edit "$1" --body-file "$2" >/dev/null; }
create() { gh pr create --head "$1" --base "$target" --title "$2" --body-file "$3" >/dev/null; }

# check checks a pull request; what is checked out is the merge of it, HEAD^2, into the base, HEAD^1.
check() { check_range github 'HEAD^1' 'HEAD^1..HEAD^2'; }

# check_range fails where questions are open, where values for a chart that is another one than in a commit have
# no effect any more, and where a merge that the forge makes loses something.
check_range() {
  krm-merge check --report "$1" || failed=1
  krm-merge check --since "$2" --report "$1" || failed=1
  krm-merge git check "$3" --report "md=${GITHUB_STEP_SUMMARY:-$work/summary.md}" || failed=1
}

# shellcheck source=action/gitlab.sh
if [ -n "${GITLAB_CI:-}" ]; then . "$(dirname "$0")/gitlab.sh"; fi

# answer says how to go on where the merge stops.
answer() {
  cat <<EOF
$marker
$2

To merge it yourself:

\`\`\`sh
$checkout $1
git fetch origin
krm-merge git install
git merge 'origin/$3'
krm-merge resolve
git add --all
git commit --no-edit
git push
\`\`\`

EOF
}

# each runs a function that may fail for one of several, and goes on.
each() {
  local code
  set +e
  (
    set -e
    "$@"
  )
  code=$?
  set -e
  if [ "$code" != 0 ]; then
    say "$1 $2: failed with $code"
    failed=1
  fi
}

# merge_one merges the base into one pull request, and pushes the merge commit or comments.
merge_one() {
  local number=$1 base=$2 head=$3 may=$4 to=$5 code=0 at
  git fetch --quiet origin "+refs/heads/$base:refs/remotes/origin/$base" "+refs/$pull/$number/head:refs/krm-merge/pull"
  git switch --quiet --detach refs/krm-merge/pull
  at=$(git rev-parse HEAD)
  krm-merge git merge "origin/$base" --profile "$PROFILE" --report none --report "md=$work/report.md" || code=$?
  if [ "$code" = 1 ]; then
    answer "$number" "krm-merge brings \`$base\` into this pull request, but for what somebody has to decide:" "$base" >"$work/body.md"
    cat "$work/report.md" >>"$work/body.md"
    comment "$number" "$work/body.md"
    echo "$number" >>"$work/asked"
    return
  elif [ "$code" != 0 ]; then
    return "$code"
  fi
  if [ "$may" = true ] && git push --quiet "$to" "HEAD:refs/heads/$head"; then
    printf '%s\n' "$marker" "krm-merge has brought \`$base\` into this pull request; nothing was left to ask." >"$work/body.md"
    comment "$number" "$work/body.md" edit
    echo "$number" >>"$work/merged"
    return
  fi
  if [ "$may $to" = "true origin" ] && [ "$(git ls-remote origin "refs/heads/$head" | cut -f1)" != "$at" ]; then
    say "pull request $number: somebody pushed meanwhile; the next run looks at it again"
    return
  fi
  answer "$number" "krm-merge can bring \`$base\` into this pull request without a question, but may not push here." "$base" >"$work/body.md"
  comment "$number" "$work/body.md"
}

# merge brings all pull requests up to date that conflict.
merge() {
  local one
  pulls >"$work/pulls"
  while IFS=$'\t' read -r -a one <&3; do
    each merge_one "${one[@]}"
  done 3<"$work/pulls"
}

# bring brings packages, or files that name charts, to the next version, in one commit. What is left to a person is
# in it, between marks.
bring() {
  local code=0
  : >"$work/report.md"
  krm-merge upgrade "$@" "--latest=$STEP" --report none --report "md=$work/report.md" || code=$?
  cat "$work/report.md" >>"$work/body.md"
  git add --update # Values for a chart may stand beside it.
  git add --all -- "$@"
  if [ -e merge-decisions.yaml ]; then git add merge-decisions.yaml; fi
  git diff --cached --quiet || git commit --quiet --message "Upgrade $name"
  if [ "$code" -gt 1 ]; then failed=$code; fi
}

# upgrade_one brings packages on in one pull request. One that is open is refreshed: what somebody
# committed there stays. Where the branch has none, and what the base lacks, somebody closed it, and it stays so.
upgrade_one() {
  local name=$1 base=$2 open from package branch=krm-merge/${3:-$1} packages=() named=()
  shift 3
  open=$(open_of "$branch")
  from=$base
  if git ls-remote --exit-code origin "refs/heads/$branch" >/dev/null; then
    from=refs/krm-merge/upgrade
    git fetch --quiet origin "+refs/heads/$branch:$from"
    if [ -z "$open" ] && [ "$(git merge-tree --write-tree "$base" "$from")" != "$(git rev-parse "$base^{tree}")" ]; then
      say "$branch is there and has no open pull request; delete it to have one again"
      return
    fi
  fi
  git switch --quiet --detach "$from"
  if [ "$from" != "$base" ]; then
    if ! krm-merge check --report none "$@"; then return; fi # Somebody has to answer first.
    krm-merge git merge "$base" --report none
  fi
  for package; do
    if [ -f "$package" ]; then named+=("$package"); else packages+=("$package"); fi
  done
  : >"$work/body.md"
  failed=0
  if [ "${#packages[@]}" -gt 0 ]; then bring "${packages[@]}"; fi
  if [ "${#named[@]}" -gt 0 ]; then bring "${named[@]}"; fi
  if [ "$(git rev-parse HEAD)" != "$(git rev-parse "$from")" ]; then
    git push --quiet origin "HEAD:refs/heads/$branch"
    if [ -n "$open" ]; then
      refresh "$open" "$work/body.md"
    else
      create "$branch" "Upgrade $name" "$work/body.md"
    fi
    echo "$name" >>"$work/opened"
  fi
  return "$failed"
}

# upgrade brings all packages on that are behind, and the files that name charts which are.
upgrade() {
  local base packages=() package branch
  base=$(git rev-parse HEAD)
  krm-merge outdated "$DIRECTORY" --report none --report "json=$work/outdated.json" || failed=1
  while IFS= read -r package <&3; do packages+=("$package"); done 3< <(jq -r --arg step "$STEP" '[.packages[]
    | select(.state == "behind" and ($step == "major" or ($step == "minor" and .newestMinor) or .newestPatch))
    | .package | sub(":[0-9]+$"; "")] | unique[]' "$work/outdated.json")
  if [ "${#packages[@]}" = 0 ]; then return; fi
  if [ -n "$GROUP" ]; then
    each upgrade_one "$GROUP" "$base" "" "${packages[@]}"
    return
  fi
  for package in "${packages[@]}"; do
    # A directory is no branch beside those of what is in it, and its name may be none.
    branch=$(jq -rn --arg package "$package" '$package | @uri | gsub("%2F"; "+") | gsub("~"; "%7E") | gsub("^[.]|[.](?=[.]|$|lock$)"; "%2E")')
    each upgrade_one "$package" "$base" "$branch" "$package"
  done
}

install
case $MODE in
  merge | upgrade)
    identity
    at=$(git rev-parse HEAD)
    "$MODE"
    git switch --quiet --detach "$at"
    ;;
  check) check ;;
  *)
    say "mode $MODE: use merge, upgrade or check"
    exit 2
    ;;
esac
for name in merged asked opened; do
  output "$name" "$(tr '\n' ' ' <"$work/$name")"
done
exit "$failed"
