package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"strings"
)

const completionHelp = `usage: zobrist completion bash|zsh|fish

Prints a script that completes commands and flags when you press the tab key. Add this
line to the start file of your shell:

  bash   source <(zobrist completion bash)
  zsh    source <(zobrist completion zsh)
  fish   zobrist completion fish | source
`

func completion(c *cli, args []string) error {
	if err := c.parse(args); err != nil {
		return err
	}
	switch shell := c.Arg(0); {
	case c.NArg() != 1 || shell != "bash" && shell != "zsh" && shell != "fish":
		return misuse{fmt.Errorf("got %q, want bash, zsh or fish", strings.Join(c.Args(), " "))}
	case shell == "fish":
		for _, command := range commands() {
			fmt.Fprintf(c.out, "complete -c zobrist -n __fish_use_subcommand -f -a %s -d %q\n",
				command.name, command.about)
			for _, f := range command.flags() {
				fmt.Fprintf(c.out, "complete -c zobrist "+
					"-n '__fish_seen_subcommand_from %s' -o %s -d %q\n",
					command.name, f.Name, short(f))
			}
		}
		return nil
	case shell == "zsh":
		c.out.WriteString("autoload -U +X compinit bashcompinit && compinit && bashcompinit\n")
	}
	names, flags := "help version", ""
	for _, command := range commands() {
		names += " " + command.name
		flags += "  " + command.name + ") words='-h"
		for _, f := range command.flags() {
			flags += " -" + f.Name
		}
		flags += "' ;;\n"
	}
	fmt.Fprintf(c.out, `_zobrist() {
  local words='%s' cur=${COMP_WORDS[COMP_CWORD]}
  [ "$COMP_CWORD" = 1 ] || case ${COMP_WORDS[1]} in
%s  esac
  [ "$COMP_CWORD" = 1 ] || [ "${cur#-}" != "$cur" ] || words=
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _zobrist zobrist
`, names, flags)
	return nil
}

// flags returns the flags of a command, in order.
func (command command) flags() (flags []*flag.Flag) {
	c := &cli{
		FlagSet: flag.NewFlagSet(command.name, flag.ContinueOnError),
		stdin:   strings.NewReader(""),
		out:     bufio.NewWriter(new(bytes.Buffer)),
		stderr:  io.Discard,
	}
	_ = command.run(c, []string{"-h"}) // defines them, and does no more
	c.VisitAll(func(f *flag.Flag) {
		if f.Usage != "" {
			flags = append(flags, f)
		}
	})
	return flags
}

// short returns the first words of what a flag does.
func short(f *flag.Flag) string {
	_, usage := flag.UnquoteUsage(f)
	usage, _, _ = strings.Cut(usage, " (")
	usage, _, _ = strings.Cut(usage, ";")
	usage, _, _ = strings.Cut(usage, ". ")
	return usage
}
