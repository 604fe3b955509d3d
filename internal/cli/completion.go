package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// completeAlone lets the script for bash do without the package bash-completion.
func completeAlone(completion *cobra.Command) {
	bash, _, err := completion.Find([]string{"bash"})
	if err != nil || bash == completion {
		return
	}
	write := bash.RunE
	bash.RunE = func(c *cobra.Command, args []string) error {
		if _, err := fmt.Fprint(c.OutOrStdout(), wordsForBash); err != nil {
			return err
		}
		return write(c, args)
	}
}

// wordsForBash is what the script needs of the package bash-completion, where that is not
// installed: the words of the line, where bash takes name=value for three.
const wordsForBash = `if ! declare -F _init_completion >/dev/null && ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        local i word
        words=() cword=0
        for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
            word=${COMP_WORDS[i]}
            if ((i > 1)) && [[ $word == [=:]* || ${COMP_WORDS[i-1]} == [=:] ]]; then
                words[${#words[@]}-1]+=$word
            else
                words+=("$word")
            fi
            if ((i == COMP_CWORD)); then cword=$((${#words[@]} - 1)); fi
        done
        cur=${words[cword]} prev=${words[cword-1]}
    }
fi
`
