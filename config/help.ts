/** The text of `--help`, from the table of settings. */
import { flagOf, setting, settingNames, variableOf, type SettingName } from './settings.ts'

const width = 110
const indent = 32

/** @param commands name and one line of description of each sub-command */
export function helpText(commands: ReadonlyMap<string, string>): string {
  const groups = Map.groupBy(settingNames, name => setting(name).group)
  return [
    'erp-bridge: an MCP server for development on SAP ABAP systems',
    '',
    'Usage: erp-bridge [settings]            start the bridge',
    '       erp-bridge COMMAND [arguments]   run a command',
    '       erp-bridge --help | --version',
    '',
    'Commands',
    ...[...commands].map(([name, description]) => row(name, description)),
    '',
    'Settings: every flag is also a variable, named in brackets; the flag wins. A secret can also be read from',
    'the file that <VARIABLE>_FILE names. HTTPS_PROXY, HTTP_PROXY and NO_PROXY hold for the connection to the ERP',
    'system.',
    ...[...groups].flatMap(([group, names]) => ['', group, ...names.map(settingRow)]),
    ''
  ].join('\n')
}

function settingRow(name: SettingName): string {
  const { type, group, value, description, default: usual, enum: values, examples } = setting(name)
  const flag = flagOf(name)
  const head = [
    flag ?? variableOf(name),
    ...(type === 'boolean' || flag === undefined ? [] : [value ?? 'VALUE'])
  ].join(' ')
  const remarks = [
    ...(values === undefined || group.startsWith('Features') ? [] : [values.join(', ')]),
    ...(usual === undefined || usual === false
      ? []
      : [`default ${Array.isArray(usual) ? usual.join(',') : String(usual)}`]),
    ...(examples === undefined ? [] : [`for example ${examples.join(' ')}`])
  ]
  return row(
    head,
    `${description}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`} [${flag === undefined ? 'no flag' : variableOf(name)}]`
  )
}

/** Head in the left column, the text beside it, broken between words. */
function row(head: string, text: string): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  const left = `  ${head}`
  const first = left.length < indent ? left.padEnd(indent) + (lines.shift() ?? '') : left
  return [first, ...lines.map(line => ' '.repeat(indent) + line)].join('\n')
}
