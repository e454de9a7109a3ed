#!/usr/bin/python3
"""Writes what documents the command line: options.py page|conf|man|bash|zsh OPTIONS.DEF REGISTRY.DEF [COMMANDS.MD]

page: docs/configuration.md. conf: deploy/nashd.conf. man: nashd.1, whose part on commands is read from docs/command-line.md. bash, zsh: shell
completion. All of it comes from options.def and registry.def, the lists that the server itself is made from."""
import pathlib
import re
import sys
import textwrap

MAKERS = 'SECTION TEXT NUMBER BYTES LIST FLAG ACTION LIVE'.split()


def text_of(literals):
    """The value of adjacent C string literals."""
    return ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def size_text(value):
    for unit, shift in [('G', 30), ('M', 20), ('K', 10)]:
        if value and value % (1 << shift) == 0:
            return f'{value >> shift}{unit}'
    return str(value)


def split_arguments(text):
    """The arguments of a macro call; commas inside string literals do not separate."""
    return [part.strip() for part in re.findall(r'((?:"(?:[^"\\]|\\.)*"|[^,"])+)', text)]


def read_options(path):
    """[(section, [option])], in the order of the file."""
    source = re.sub(r'/\*.*?\*/', '', pathlib.Path(path).read_text(), flags=re.S)
    sections = []
    for maker, arguments in re.findall(r'(?ms)^([A-Z]+)\((.*?)\)$', source):
        if maker not in MAKERS:
            sys.exit(f'{path}: unknown macro {maker}')
        parts = split_arguments(arguments)
        if maker == 'SECTION':
            sections.append((text_of(parts[0]), []))
            continue
        if maker == 'LIVE':
            one = next((option for _, group in sections for option in group if option['field'] == parts[0]), None)
            if one is None:
                sys.exit(f'{path}: LIVE({parts[0]}) has no option above it')
            one['live'] = True
            continue
        name = text_of(parts[1])
        option = {'type': maker, 'field': parts[0], 'live': False, 'name': name, 'help': text_of(parts[-1]), 'argument': '', 'default': None, 'range': None,
                  'variable': 'NASHD_' + name.upper().replace('-', '_')}
        if maker not in ('FLAG', 'ACTION'):
            option['argument'] = text_of(parts[-2])
        if maker == 'TEXT' and parts[2] != 'NULL':
            option['default'] = text_of(parts[2])
        if maker == 'NUMBER':
            option['default'] = parts[2]
            option['range'] = f'{parts[3]} to {parts[4]}'
        if maker == 'BYTES':
            base, _, shift = parts[2].replace('ull', '').partition('<<')
            option['default'] = size_text(int(base) << int(shift or 0))
        sections[-1][1].append(option)
    return sections


def read_kinds(path):
    return re.findall(r'(?m)^NASH_KIND\((\w+)\)', pathlib.Path(path).read_text())


def page(sections):
    lines = [
        '# Configuration', '',
        'This page lists every option of the server. It is generated from',
        '[src/options.def](../src/options.def), the list that the program itself is made from: change that file, then run',
        '`tests/docs/refresh`.', '',
        'An option is given on the command line, as `--name VALUE` or `--name=VALUE`, by its environment variable, or in a',
        '[configuration file](#the-configuration-file). The command line takes precedence over the environment, and the',
        'environment over the file. A flag has no value on the command line; elsewhere it is 1 or 0. Sizes are bytes; 64K, 512M',
        'and 2G are understood. A list is given by repeating the option, or with commas; the values of one origin replace those of',
        'another. Wrong options end the program with status 2 and a message that names the option.', '',
        '## The configuration file', '',
        '`nashd --config FILE`, or the variable `NASHD_CONFIG`, names the file. By default there is none.', '',
        '```ini', '# /etc/nashd/nashd.conf', '[Listening]', 'listen = 127.0.0.1:8080', '', '[Data]', 'data = /var/lib/nashd',
        'keep-days = 7', '```', '',
        '- A line is `name = value`, with the names of the options below. A flag is 1 or 0, or yes or no.',
        '- `#` at the beginning of a line or after white space begins a comment.',
        '- A value in double quotes may hold anything; `\\"`, `\\\\` and `\\xNN` stand for single bytes. `""` is the empty text.',
        '- An option stands in the file once. A list may have several lines.',
        '- Headings are the sections of this page. They have no effect.',
        '- A fault ends the program with a message that has file and line, and the most similar name where one is unknown.', '',
        '`nashd --print-config` prints all options with the values in effect and where each comes from. What it prints is a',
        'configuration file itself. [nashd.conf](../deploy/nashd.conf) is such a file with all defaults.', '',
        'SIGHUP reads the file again. Options that say "Changed by SIGHUP" change at once; of the others the log names those that',
        'differ and wait for the next start. A file with a fault changes nothing, and the log has the reason.', '']
    for title, options in sections:
        lines += [f'## {title}', '']
        for option in options:
            argument = f' {option["argument"]}' if option['argument'] else ''
            facts = [f'Default: `{option["default"]}`' if option['default'] is not None else
                     'Default: off' if option['type'] == 'FLAG' else 'Default: none']
            if option['type'] == 'ACTION':
                lines += [f'### `--{option["name"]}`', '', option['help'], '']
                continue
            if option['range']:
                facts.append(f'Range: {option["range"]}')
            facts.append(f'Variable: `{option["variable"]}`')
            if option['live']:
                facts.append('Changed by SIGHUP')
            help_lines = textwrap.wrap(option['help'], 128, break_long_words=False, break_on_hyphens=False)
            lines += [f'### `--{option["name"]}{argument}`', '', *help_lines, '', '. '.join(facts) + '.', '']
    return '\n'.join(lines).rstrip('\n') + '\n'


def conf(sections):
    """A configuration file with all options and their defaults as comments."""
    lines = ['# Sample configuration of nashd, made from src/options.def. Every value is the default: remove the # of those to',
             '# change. Environment variables and the command line take precedence. See docs/configuration.md.']
    for title, options in sections:
        options = [option for option in options if option['type'] != 'ACTION' and option['name'] != 'config']
        if options:
            lines += ['', f'[{title}]']
        for option in options:
            note = option['help'] + (' Changed by SIGHUP.' if option['live'] else '')
            value = option['default'] if option['default'] is not None else '0' if option['type'] == 'FLAG' else ''
            lines += [''] + [f'# {line}' for line in textwrap.wrap(note, 110)]
            lines.append(f'#{option["name"]} = {value}' if value else f'#{option["name"]} = {option["argument"]}')
    return '\n'.join(lines) + '\n'


def roff(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    text = re.sub(r'`([^`]*)`', r'\\fB\1\\fR', text)
    text = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', text)
    return '\n'.join(('\\&' + line) if line[:1] in ".'" else line for line in text.split('\n'))


def man_commands(path):
    """The sections of docs/command-line.md as roff: paragraphs, lists, tables of two columns and code blocks."""
    out, code = [], False
    text = pathlib.Path(path).read_text().split('\n## ')
    for section in text[1:]:
        title, _, body = section.partition('\n')
        out.append(f'.SH "{roff(title.replace("`", "")).upper()}"')
        for line in body.strip('\n').split('\n'):
            cells = [cell.strip() for cell in line.strip('|').split(' | ')] if line.startswith('|') else None
            if line.startswith('```'):
                code = not code
                out += ['.PP', '.nf', '.RS 4'] if code else ['.RE', '.fi', '.PP']
            elif code:
                out.append(roff(line.replace('`', "'")) or '.sp')
            elif cells:
                if not set(line) <= set('|- ') and cells[0] not in ('status', 'command'):
                    out += ['.TP', roff(cells[0]), roff(cells[-1])]
            elif line.startswith('- '):
                out += ['.IP \\(bu 2', roff(line[2:])]
            elif line == '':
                out.append('.PP')
            else:
                out.append(roff(line.strip()))
    return out


def man(sections, commands):
    out = ['.\\" Made by src/options.py from options.def and docs/command-line.md.', '.TH NASHD 1', '.SH NAME',
           'nashd \\- solve games and puzzles over HTTP and JSON', '.SH SYNOPSIS',
           '.B nashd\n[\\fIOPTION\\fR...]', '.br', '.B nashd solve\n[\\fIOPTION\\fR...] \\fIKIND\\fR [\\fIFILE\\fR]', '.br',
           '.B nashd replay\n[\\fIOPTION\\fR...] [\\fIFILE\\fR]', '.br',
           '.B nashd demo\n[\\fB\\-\\-phones\\fR] [\\fIOPTION\\fR...]', '.br',
           '.B nashd htp\n[\\fIOPTION\\fR...]', '.br',
           '.B nashd match hex\n\\fB\\-\\-a\\fR \\fISEAT\\fR \\fB\\-\\-b\\fR \\fISEAT\\fR [\\fIOPTION\\fR...]', '.br',
           '.B nashd train hex\n[\\fICONFIG\\fR] [\\fIOPTION\\fR...]', '.br',
           '.B nashd backup\n\\fIFILE\\fR [\\fIOPTION\\fR...]', '.br', '.B nashd check\n[\\fIOPTION\\fR]', '.br', '.B nashd top\n[\\fB\\-\\-once\\fR] [\\fIURL\\fR]', '.br',
           '.B nashd keygen\n\\fINAME\\fR [\\fIOPTION\\fR...]', '.br', '.B nashd \\-\\-healthcheck\n\\fIURL\\fR',
           '.SH DESCRIPTION',
           'Without a command, \\fBnashd\\fR serves: it receives problems over HTTP, solves them in sandboxed worker processes, '
           'and keeps jobs and answers in a database. When it is ready it prints one line with its address. SIGTERM drains: '
           'running jobs get their grace, queued jobs run after the next start. SIGHUP reads the configuration file and the API keys again.']
    out += man_commands(commands)
    out += ['.SH OPTIONS', 'Each option is also an environment variable, named after it, and a line of the configuration file. The command line '
            'takes precedence over the environment, and the environment over the file.']
    for title, options in sections:
        out.append(f'.SS "{title}"')
        for option in options:
            argument = f' \\fI{roff(option["argument"])}\\fR' if option['argument'] else ''
            facts = [roff(option['help'])]
            if option['default'] is not None:
                facts.append(f'Default: {roff(option["default"])}.')
            if option['range']:
                facts.append(f'Range: {option["range"]}.')
            if option['type'] != 'ACTION':
                facts.append(f'Variable: \\fB{option["variable"]}\\fR.')
            if option['live']:
                facts.append('Changed by SIGHUP.')
            out += ['.TP', f'\\fB\\-\\-{roff(option["name"])}\\fR{argument}', '\n'.join(facts)]
    out += ['.SH FILES', '.TP', '\\fInashd\\-data/nashd.db\\fR', 'Jobs and answers (SQLite).', '.SH SEE ALSO',
            'The documentation of a running server, at \\fBhttp://HOST:PORT/docs\\fR.']
    return '\n'.join(out) + '\n'


SOLVE_OPTIONS = [('json', '', 'print JSON'), ('text', '', "print the kind's text form"),
                 ('lines', '', 'solve each line, as a batch'),
                 ('timeout', 'MS', 'time limit in milliseconds'), ('seed', 'N', 'seed of random choices'),
                 ('*with', 'NAME=VALUE', 'member beside a text')]  # *: may be repeated

HTP_OPTIONS = [('engine', 'NAME', 'engine of genmove'), ('iterations', 'N', 'playouts of a move'),
               ('nodes', 'N', 'most positions of a search'), ('seed', 'N', 'seed of random choices'),
               ('timeout', 'MS', 'time limit of a move or a proof')]
MATCH_OPTIONS = [('a', 'SEAT', 'first side'), ('b', 'SEAT', 'second side'), ('*setup', 'LINE', 'command for the program before'),
                 ('timeout', 'MS', 'time limit of a reply'), ('size', 'N', 'columns and rows'), ('swap', '', 'White may swap'),
                 ('games', 'N', 'number of games'), ('first', 'N', 'games in which a is Black'),
                 ('openings', 'FILE', 'an opening a line'), ('sprt', 'ELO0\\:ELO1', 'sequential test'),
                 ('adjudicate', 'NODES', 'end proved games'), ('seed', 'N', 'seed of random choices'),
                 ('records', 'FILE', 'write the games as SGF'), ('json', '', 'print JSON'),
                 ('times', '', 'print processor times'),
                 ('verbose', '', 'show what programs write to stderr')]
TRAIN_OPTIONS = [('from', 'FILE', 'checkpoint to go on from'), ('out', 'FILE', 'the latest checkpoint'),
                 ('best', 'FILE', 'the best checkpoint'), ('steps', 'N', 'gradient steps in all'),
                 ('seconds', 'N', 'processor time in all'), ('seed', 'N', 'seed of random choices'), ('json', '', 'print JSON'),
                 ('show', 'FILE', 'print what a checkpoint holds'), ('export-net', 'FILE', 'write the network of a checkpoint')]
REPLAY_OPTIONS = [('json', '', 'print JSON'), ('ticks', 'FROM\\:TO', 'print the changes of these ticks')]


def values_of(option):
    """The words that may follow an option, where they are few."""
    return option['argument'].split('|') if '|' in option['argument'] else []


def bash(sections, kinds):
    options = [option for _, group in sections for option in group]
    files = '|'.join('--' + option['name'] for option in options if option['argument'] in ('FILE', 'DIR'))
    cases = '\n'.join(f'    --{option["name"]}) COMPREPLY=($(compgen -W "{" ".join(values_of(option))}" -- "$word")); return ;;'
                      for option in options if values_of(option))
    others = '|'.join('--' + option['name'] for option in options
                      if option['argument'] and option['argument'] not in ('FILE', 'DIR') and not values_of(option))
    return f'''# bash completion of nashd. Made by src/options.py.
# shellcheck shell=bash disable=SC2207
_nashd() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}} kinds="{' '.join(kinds)}" i
    COMPREPLY=()
    if [ "$command" = solve ] && [ "$COMP_CWORD" -gt 1 ]; then
        case $before in
        --timeout | --seed | --with) return ;;
        esac
        case $word in
        -*) COMPREPLY=($(compgen -W "{' '.join('--' + name.lstrip('*') for name, _, _ in SOLVE_OPTIONS)}" -- "$word")); return ;;
        esac
        for ((i = 2; i < COMP_CWORD; i++)); do
            case " $kinds " in
            *" ${{COMP_WORDS[i]}} "*) COMPREPLY=($(compgen -f -- "$word")); return ;;
            esac
        done
        COMPREPLY=($(compgen -W "$kinds" -- "$word"))
        return
    fi
    if [ "$command" = replay ] && [ "$COMP_CWORD" -gt 1 ]; then
        [ "$before" = --ticks ] && return
        case $word in
        -*) COMPREPLY=($(compgen -W "{' '.join('--' + name for name, _, _ in REPLAY_OPTIONS)}" -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
        return
    fi
    if [ "$command" = htp ] && [ "$COMP_CWORD" -gt 1 ]; then
        [ "$((COMP_CWORD % 2))" -eq 0 ] && COMPREPLY=($(compgen -W "{' '.join('--' + name for name, _, _ in HTP_OPTIONS)}" -- "$word"))
        return
    fi
    if [ "$command" = match ] && [ "$COMP_CWORD" -gt 1 ]; then
        case $before in
        --openings | --records) COMPREPLY=($(compgen -f -- "$word")); return ;;
        {'|'.join('--' + name.lstrip('*') for name, argument, _ in MATCH_OPTIONS if argument not in ('', 'FILE'))}) return ;;
        esac
        COMPREPLY=($(compgen -W "hex {' '.join('--' + name.lstrip('*') for name, _, _ in MATCH_OPTIONS)}" -- "$word"))
        return
    fi
    if [ "$command" = train ] && [ "$COMP_CWORD" -gt 1 ]; then
        case $before in
        {'|'.join('--' + name for name, argument, _ in TRAIN_OPTIONS if argument == 'N')}) return ;;
        {' | '.join('--' + name for name, argument, _ in TRAIN_OPTIONS if argument == 'FILE')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
        esac
        COMPREPLY=($(compgen -W "hex {' '.join('--' + name for name, _, _ in TRAIN_OPTIONS)}" -- "$word"))
        [ "$before" != hex ] || COMPREPLY+=($(compgen -f -- "$word"))
        return
    fi
    if [ "$command" = top ] && [ "$COMP_CWORD" -gt 1 ]; then
        COMPREPLY=($(compgen -W "--once --help" -- "$word"))
        return
    fi
    if [ "$command" = check ] && [ "$COMP_CWORD" -gt 1 ]; then
        [ "$COMP_CWORD" -gt 2 ] || COMPREPLY=($(compgen -W "--data --store" -- "$word"))
        return
    fi
    if [ "$command" = backup ] && [ "$COMP_CWORD" -gt 1 ]; then
        case $before in
        --store) return ;;
        esac
        case $word in
        -*) COMPREPLY=($(compgen -W "--config --data --store" -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
        return
    fi
    [ "$command" != keygen ] || [ "$COMP_CWORD" -eq 1 ] || return
    case $before in
    {files}) COMPREPLY=($(compgen -f -- "$word")); return ;;
{cases}
    {others}|--healthcheck) return ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "solve replay htp match train demo backup check top keygen --healthcheck --help --version {' '.join('--' + option['name'] for option in options)}" -- "$word"))
    else
        COMPREPLY=($(compgen -W "{' '.join('--' + option['name'] for option in options)}" -- "$word"))
    fi
}}
complete -F _nashd nashd
'''


def zsh_text(text):
    return re.sub(r"([:\[\]\\])", r'\\\1', text).replace("'", "'\\''").replace('`', '')


def zsh(sections, kinds):
    lines = []
    for option in (option for _, group in sections for option in group):
        star = '*' if option['type'] == 'LIST' else ''
        what = ''
        if option['argument']:
            action = ('_files' if option['argument'] == 'FILE' else '_files -/' if option['argument'] == 'DIR' else
                      f'({" ".join(values_of(option))})' if values_of(option) else ' ')
            what = f':{zsh_text(option["argument"])}:{action}'
        lines.append(f"        '{star}--{option['name']}[{zsh_text(option['help'].split('. ')[0].rstrip('.'))}]{what}'")
    serve = ' \\\n'.join(lines)
    solve = ' \\\n'.join(f"            '{'*' * name.startswith('*')}--{name.lstrip('*')}[{zsh_text(text)}]{':' + argument + ': ' if argument else ''}'"
                         for name, argument, text in SOLVE_OPTIONS)
    replay = ' \\\n'.join(f"            '--{name}[{zsh_text(text)}]{':' + argument + ': ' if argument else ''}'"
                          for name, argument, text in REPLAY_OPTIONS)
    htp = ' \\\n'.join(f"            '--{name}[{zsh_text(text)}]:{argument}: '" for name, argument, text in HTP_OPTIONS)
    match = ' \\\n'.join(f"            '{'*' * name.startswith('*')}--{name.lstrip('*')}[{zsh_text(text)}]"
                           f"{':' + argument + ':' + ('_files' if argument == 'FILE' else ' ') if argument else ''}'"
                           for name, argument, text in MATCH_OPTIONS)
    train = ' \\\n'.join(f"            '--{name}[{zsh_text(text)}]"
                           f"{':' + argument + ':' + ('_files' if argument == 'FILE' else ' ') if argument else ''}'"
                           for name, argument, text in TRAIN_OPTIONS)
    return f'''#compdef nashd
# zsh completion of nashd. Made by src/options.py.
_nashd() {{
    case $words[2] in
    solve)
        shift words
        ((CURRENT--))
        _arguments \\
{solve} \\
            '1:kind:({' '.join(kinds)})' '2:file:_files'
        return
        ;;
    replay)
        shift words
        ((CURRENT--))
        _arguments \\
{replay} \\
            '1:file:_files'
        return
        ;;
    htp)
        shift words
        ((CURRENT--))
        _arguments \\
{htp}
        return
        ;;
    match)
        shift words
        ((CURRENT--))
        _arguments \\
{match} \\
            '1:game:(hex)'
        return
        ;;
    train)
        shift words
        ((CURRENT--))
        _arguments \\
{train} \\
            '1:game:(hex)' '2:config:_files'
        return
        ;;
    top)
        shift words
        ((CURRENT--))
        _arguments '--once[print the numbers once]' '1:URL: '
        return
        ;;
    backup)
        shift words
        ((CURRENT--))
        _arguments '--data[folder of the database]:DIR:_files -/' '--store[database]:URL: ' \\
            '--config[configuration file]:FILE:_files' '1:file:_files'
        return
        ;;
    check)
        shift words
        ((CURRENT--))
        _arguments '--data[folder of the database]:DIR:_files -/' '--store[database]:URL: '
        return
        ;;
    keygen) return ;;
    esac
    _arguments \\
{serve} \\
        '--healthcheck[Check the health of a server]:URL: ' '--help[Print the options]' '--version[Print the version]' \\
        '1:command:((solve\\:"solve a problem without a server" replay\\:"replay a record" htp\\:"play and solve Hex by HTP" match\\:"play a match of Hex" train\\:"train a network for Hex" demo\\:"show how five members solve one board" backup\\:"copy the database" check\\:"compare what is stored with its checksums" top\\:"show what a server does" keygen\\:"make an API key"))'
}}
_nashd "$@"
'''


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    sections, kinds = read_options(arguments[1]), read_kinds(arguments[2])
    if arguments[0] == 'page':
        sys.stdout.write(page(sections))
    elif arguments[0] == 'conf':
        sys.stdout.write(conf(sections))
    elif arguments[0] == 'man':
        sys.stdout.write(man(sections, arguments[3]))
    elif arguments[0] in ('bash', 'zsh'):
        sys.stdout.write({'bash': bash, 'zsh': zsh}[arguments[0]](sections, kinds))
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
