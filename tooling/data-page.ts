/** The table of the page about data that reaches the model: by action, and how it is kept back. */
import { flagOf, settingNames } from '../config/settings.ts'
import { tools } from '../tools/index.ts'
import type { Action, Tool } from '../tools/define.ts'
import { operations } from '../tools/operations.ts'
import type { Operation } from '../tools/operations.ts'
import { dataKinds, dataOf } from './data-kinds.ts'
import type { DataKind } from './data-kinds.ts'

const kinds = Object.keys(dataKinds) as DataKind[]
const code = (text: string) => `\`${text}\``

export function dataByActionPage(note: string): string {
  return `# Data by action

${note} (\`tooling/data-kinds.ts\`, \`tools/\`)

What the answers of each action hold, and what keeps it back beside the authorizations of the ERP user. [What data reaches the model](data.md) says what that means.
A test compares the table with the actions that there are, and with what the audit records: rows, values and output of the ERP are recorded at \`--audit data\`, which is the default.

\`--read-only\` leaves dry runs, which show what a change would send.

| kind | is |
|---|---|
${kinds.map(kind => `| ${kind} | ${dataKinds[kind]} |`).join('\n')}

| tool | action | answers hold | kept back by |
|---|---|---|---|
${tools.flatMap(tool => rowsOf(tool)).join('\n')}
`
}

/** Actions with the same cells share a row. */
function rowsOf(tool: Tool): string[] {
  const groups = Map.groupBy([...tool.actions.values()], action =>
    [heldBy(tool, action).join(', '), filters(tool, action).join(', ')].join(' | ')
  )
  return [...groups].map(([cells, actions]) => {
    const names = actions.flatMap(({ name }) => (name === undefined ? [] : [code(name)]))
    return `| ${tool.name} | ${names.join(', ')} | ${cells} |`
  })
}

/** Throws where the table lacks the action. */
function heldBy({ name: tool }: Tool, { name = '' }: Action): DataKind[] {
  const held = dataOf[tool]?.[name]
  if (held === undefined) {
    throw new Error(`tooling/data-kinds.ts: ${tool} ${name} has no line; say what its answers hold`)
  }
  return kinds.filter(kind => held.includes(kind))
}

/** A feature has a setting of its name, or is there where its setting is. */
function without(feature: string): string {
  const name = settingNames.find(one => flagOf(one) === `--feature-${feature}`)
  return name === undefined ? `no --${feature}` : `${flagOf(name)} off`
}

/** Settings that take the action away; those of the whole tool come from its operations. */
function filters(tool: Tool, { possible, features }: Action): string[] {
  const rows = possible.map((name): Operation => operations[name])
  const changes = rows.some(({ readOnlyAllowed }) => !readOnlyAllowed)
  const letters = [...new Set(rows.flatMap(row => [...row.letters]))]
  const [letter = ''] = letters
  const modes = [...new Set(rows.flatMap(row => row.expert ?? []))]
  return [
    ...(letter === 'Q' ? ['--block-free-sql', '--blocked-tables', '--masked-columns'] : []),
    ...(modes.length > 0 ? [`no --expert ${modes.join(',')}`] : []),
    ...[...new Set([...features, tool.feature ?? []].flat())].map(without),
    ...(changes ? ['--read-only'] : []),
    ...(changes || letter === 'R' ? [] : [`--disallowed-ops ${letter}`])
  ].map(code)
}
