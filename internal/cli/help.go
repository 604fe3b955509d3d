package cli

const short = "Merge Kubernetes resources: carry upstream's changes into a package that you changed."

// overviewEnd ends the help without a command.
const overviewEnd = `
krm-merge COMMAND --help shows flags and examples. Without arguments, where its input is not
a terminal, krm-merge is a KRM function of kpt and kustomize: krm-merge help function.
`

// long is what catalogs show about the function.
const long = functionHelp + "\n\n" + configurationHelp

const functionHelp = `Somebody took a package from upstream (the original) and changed it (the dest). Upstream published a new version
(the updated). krm-merge carries what upstream changed into the dest, keeps what was changed locally, reports what both
changed, and leaves every other byte as it is.

Without arguments krm-merge is a KRM function for kpt and kustomize: a ResourceList on stdin, a ResourceList on stdout.
The versions are the items in the directories original, updated and dest, the items with the annotation
config.kubernetes.io/merge-source: original|updated|dest, or what the functionConfig holds. An unmarked item
belongs to the dest. Items of original and updated are not part of the output.

There are three more strategies. TwoWay applies a source to the dest, as strategic merge patches are: the versions are source
and dest. Layers folds layers from left to right: they are listed under versions.layers, or marked layers.1, layers.2, ….
Check merges nothing and fails while questions of an earlier merge are open.

The functionConfig is optional, a ConfigMap or of its own kind.

On the command line the same merges take files and directories: krm-merge merge3 --help, also merge2 and layers. What a
merge leaves to you krm-merge resolve answers.`

const configurationHelp = `The settings and their defaults are:

` + configuration + `

The annotation merge.fn.kpt.dev/modes holds modes of its resource: lines of "path: MODE", the root's path is a dot.`

const examples = `  # Merge a new version into a directory, in place
  krm-merge merge3 --original v1 --updated v2 --dest my-package --in-place

  # Apply patches to a directory
  krm-merge merge2 --source patches --dest my-package --in-place

  # Fold values from left to right
  krm-merge layers defaults.yaml region.yaml site.yaml

  # As a function of kpt, on a package with the directories original, updated and dest
  kpt fn eval my-package --exec krm-merge`

const merge3Short = "Carry what upstream changed over to your copy (3-way merge)"

const merge3Long = merge3Short + `.

Each version is a file, a directory or - (stdin, for one of them). Original and updated are both files or
both directories.

Resources are the same by group, kind, namespace and name, whatever file they are in. Documents without apiVersion and
kind are the same by file and position. Helm values that hold only what differs from a chart's defaults are not to be
merged with these defaults: all that is not in them would count as deleted. Where both sides changed one place differently, upstream's
value is taken and the conflict reported; --config can change that (onConflict: Dest, Ask or Fail).

In directories:
  - files ending in .yaml, .yml or .json, and Kptfile and kustomization, are merged resource by resource;
  - all other files, templates of YAML (they hold {{) and what is not YAML are merged by lines, as git does, with a
    warning; what both sides changed there is a conflict about the file. Binary files are taken whole;
  - of a document that repeats a key, that document is merged by lines;
  - symbolic links are merged by where they lead to, and never followed; whether a file is executable merges too;
  - .git is left out, and what .krmignore of dest names, where that of original does not: neither read, nor written, nor copied.
A file of dest whose resources are all gone is deleted. What upstream added goes to the file it is in upstream.

The result goes to stdout: of a dest that is a file, the file; of a directory, its merged resources as one YAML stream
in which each file begins with a comment "# Source: FILE" (files merged whole are left out). With --in-place dest is
overwritten; with -o the result is written to a file or to a new or empty directory, which gets all files of dest.
--diff or --diff=stat shows on stdout what would become of dest instead, or, with --in-place or -o, what became of it.

The report has a line for each question, conflict and warning, and one of counts; with -v also for each addition,
deletion, move, change and note. It goes to stderr, or to stdout
where stdout has nothing else to carry, and to the files that --report names. It never shows values of Secrets (the result
and --diff do).

Settings are those of flags, then of --config, else of the nearest krm-merge.yaml in dest or above it, up to the root of the
repository: krm-merge help configuration.

Exit code: 0 merged; 1 conflicts that nobody decided, with --exit-code any conflict; 2 bad usage or bad input. Under onConflict: Ask (profile Careful) the
merge is written all the same, with git's conflict marks where you choose, unless marks is None. Else nothing is
written if the exit code is not 0.`

const merge3Examples = `  # See what a new version brings
  krm-merge merge3 --original v1 --updated v2 --dest my-package --diff

  # Merge it
  krm-merge merge3 --original v1 --updated v2 --dest my-package --in-place

  # One file, the new version from a pipe
  curl -s https://example.com/v2/app.yaml | krm-merge merge3 --original v1/app.yaml --updated - --dest app.yaml --in-place`

const merge2Short = "Apply a source, patches or resources, to dest (2-way merge)"

const merge2Long = merge2Short + `.

Each version is a file, a directory or - (stdin, for one of them). Source is a patch: what it does not mention stays as it is
in dest, a null removes, and where both have a value it is source's. The directives of strategic merge patch ($patch,
$retainKeys, $setElementOrder/FIELD, $deleteFromPrimitiveList/FIELD) are obeyed and are not part of the result; $patch: delete
at the root of a resource deletes it.

Resources are the same by group, kind, namespace and name, whatever file they are in. What dest lacks is added: to the file it
is in source, else behind what dest has. Documents without apiVersion and kind are the same by file and position. There are
no conflicts, because source wins, unless --config gives a place another mode (a rule with mode SKIP keeps dest's).
` + filesLong + `
Exit code: 0 merged; 2 bad usage or bad input, and nothing is written.`

const merge2Examples = `  # Apply a directory of patches
  krm-merge merge2 --source patches --dest my-package --in-place

  # Delete a field
  echo '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: null}}' |
    krm-merge merge2 --source - --dest deployment.yaml`

const layersShort = "Fold layers left to right; each overrides the ones before"

const layersLong = layersShort + `.

Each layer is a file, a directory or - (stdin, for one of them). The first is the dest: its files, their order and their
comments are what the others are merged into.

Maps of free form (documents without apiVersion and kind) merge key by key, lists get what they do not contain yet, and of
anything else the right layer's value is taken. Resources merge as with merge2, without directives. A map's mode changes
that for the keys that both sides have: MERGE, SKIP (left's stay) or REPLACE (right's are taken). It is written under the
key that --config names (modeKey), in the annotation merge.fn.kpt.dev/modes of a resource, or in rules of --config.

Resources are the same by group, kind, namespace and name; documents of free form by file and position. What only one side
has is kept or added.
` + filesLong + `
Exit code: 0 merged; 2 bad usage or bad input, and nothing is written.`

const layersExamples = `  # Helm values from the general to the special
  krm-merge layers defaults.yaml region.yaml site.yaml -o values.yaml

  # Apply an overlay to a base
  krm-merge layers base overlays/production -o out`

const filesLong = `
In directories:
  - files ending in .yaml, .yml or .json, and Kptfile and kustomization, are merged resource by resource;
  - all other files, templates of YAML and what is not YAML are taken whole from the last version that has them;
  - symbolic links are merged by where they lead to, and never followed; whether a file is executable merges too;
  - .git and what .krmignore names is left out: neither read, nor written, nor copied.
A file whose resources are all gone is deleted.

The result goes to stdout: a file as a file; a directory as one YAML stream in which each file begins with a comment
"# Source: FILE" (files merged whole are left out). With -o it is written to a file or to a new or empty directory.
--diff or --diff=stat shows on stdout what changes instead, or, where files are written, what changed.

The report has a line for each warning and one of counts; with -v also for each addition, deletion, change and note. It
goes to stderr, or to stdout where stdout has nothing else to carry. It never shows values of Secrets (the result and --diff do).
`

const gitShort = "Set up git to merge Kubernetes resources by structure"

const gitLong = gitShort + `.

As a merge driver krm-merge merges YAML files and Kptfiles that both sides changed, whenever git merges: merge, rebase,
cherry-pick, revert, stash pop. As a mergetool it merges those that are left. git check says what is lost where a pull
request is merged without it; git merge merges once by structure, as a pull request's branch needs it.

Without a command it says what is set up, and tries whether the driver works; the exit code is 1 if git does not merge with
krm-merge.`

const gitInstallLong = `Set up git to merge Kubernetes resources by structure.

It sets merge.krm-merge.* and mergetool.krm-merge.* in the configuration of this repository, and gives *.yaml, *.yml and
Kptfile to the driver in its info/attributes. With --global it is your own configuration, and your own file of attributes.
With hook there is a pre-commit hook, too, unless you have one: no commit while questions of a merge are open in it.
It shows what it changes, and changes nothing twice. --remove, with the same words, takes exactly that back. Lines that a file of attributes has already count before ours.`

const gitMergeShort = "Merge BASE into HEAD by structure, or change nothing"

const gitMergeLong = gitMergeShort + `.

It merges as git merge does where krm-merge git install was run, whether it was or not, and leaves no configuration behind. Where
nothing is left to ask there is a merge commit, made by git merge itself: with the hooks, signatures, names and messages of your
git. Else nothing changes, neither files nor index nor HEAD, and the report has the questions, and what git says of conflicts in
other files. In the report yours is HEAD, upstream is BASE.

The settings (krm-merge.yaml) and decisions (merge-decisions.yaml) of HEAD count, as in the driver, and the attributes that are
committed. --profile Newest takes the higher of two versions, and asks about all else. It needs git 2.38 or newer, and the history
back to the merge base.

Exit code: 0 merged, or there was nothing to merge; 1 something is left to you, and nothing was changed; 2 bad usage or bad input, or
changes that are not committed stand in the way; 3 this clone or this git lacks something.`

const gitCheckShort = "Say what git loses or breaks where it merges without the driver"

const gitCheckLong = gitCheckShort + `, as hosts of pull requests do.

It merges HEAD and BASE twice: as git does by itself, by lines, and as the driver does, by structure. Of the YAML files and
Kptfiles that both sides changed, files that were renamed among them, it tells
  - where git merges without a conflict, and the file is not valid then, repeats a key, or has other values than merged by
    structure, apart from the order of resources, and of lists that are sets or have keys;
  - where the driver leaves something to you, whether git does or not;
  - where git has a conflict and the driver has none. That is for your information.

Without BASE..HEAD (BASE...HEAD is the same) HEAD is what is checked out, and BASE its upstream branch; if that is only
where it is pushed to, the default branch of the remote. In the report yours is HEAD, upstream is BASE. The settings
(krm-merge.yaml) and decisions (merge-decisions.yaml) of HEAD count, as in the driver. Several merge bases are merged
first, as the driver does. The work tree, the index and the repository are not written to. It needs git 2.38 or newer, and
the history back to the merge base.

Exit code: 0 nothing is lost; 1 git loses or breaks something, or something is left to you; 2 bad usage or bad input;
3 this clone or this git lacks something.`

const gitDriverLong = `What git runs as its merge driver: merges %B into %A.

It merges by structure, in the profile Careful, or as krm-merge.yaml says. Where that does not help (the file is not YAML, has conflict marks, was added
by both sides, is too large or takes longer than 10 s) the result is that of git merge-file. Where git merge-file has no
conflict, and the values differ from those merged by structure by more than the order of keyed lists and sets, both stand
between marks. What merge-decisions.yaml of our side has decided is not asked again. It asks nothing and writes nothing but %A.

Exit code: 0 merged; 1 left to you; anything else: %A is as it was, and git merges by lines.`
