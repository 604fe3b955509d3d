# shellcheck shell=bash disable=SC2034,SC2154 # It is a part of run.sh, and shares its variables.
# What run.sh asks of the forge, for GitLab. It needs curl, and as GH_TOKEN that of a project or a person
# which may write the repository and use the API.

pull=merge-requests
checkout='glab mr checkout'
target=${CI_COMMIT_BRANCH:-$CI_DEFAULT_BRANCH}
requests=$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests
git remote set-url --push origin "https://token:$GH_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git"

api() { curl --fail --silent --show-error --header "PRIVATE-TOKEN: $GH_TOKEN" "$@"; }

# pages gives the elements of a list, of which each answer has a hundred.
pages() {
  local page=0 all
  while page=$((page + 1)) all=$(api "$1&per_page=100&page=$page"); do
    jq -c '.[]' <<<"$all"
    if [ "$(jq length <<<"$all")" -lt 100 ]; then return; fi
  done
  return 1
}

pulls() {
  pages "$requests?state=opened&with_merge_status_recheck=true" | jq -r 'select(.has_conflicts)
    | [.iid, .target_branch, .source_branch, .source_project_id == .target_project_id, "origin"] | @tsv'
}

comment() {
  local number=$1 file=$2 only=${3:-} me note
  me=$(api "$CI_API_V4_URL/user" | jq .id)
  note=$(pages "$requests/$number/notes?sort=asc" | jq -rs --argjson me "$me" --arg marker "$marker" \
    '[.[] | select(.author.id == $me and (.body | startswith($marker))) | .id][0] // ""')
  if [ -n "$note" ]; then
    api --request PUT --data-urlencode "body@$file" "$requests/$number/notes/$note" >/dev/null
  elif [ "$only" != edit ]; then
    api --data-urlencode "body@$file" "$requests/$number/notes" >/dev/null
  fi
}

open_of() {
  api --get --data-urlencode "source_branch=$1" "$requests?state=opened" | jq -r --argjson project "$CI_PROJECT_ID" \
    'map(select(.source_project_id == $project))[0].iid // ""'
}

refresh() { api --request PUT --data-urlencode "description@$2" "$requests/$1" >/dev/null; }

create() {
  api --data-urlencode "source_branch=$1" --data-urlencode "target_branch=$target" --data-urlencode "title=$2" \
    --data-urlencode "description@$3" "$requests" >/dev/null
}

check() {
  git fetch --quiet origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
  check_range text "$(git merge-base FETCH_HEAD HEAD)" FETCH_HEAD..HEAD
}
