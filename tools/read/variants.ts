/** The variants of a program. */
import { assertName } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { fenced } from '../failure/prose.ts'
import { count, systemWords } from '../objects/words.ts'
import { checkedRows } from '../query/checked-rows.ts'
import type { ListOptions } from './list-options.ts'

const mostVariants = 500

/**
 * The variants of a program, from the tables that keep them: the development interface has no
 * address for them.
 */
export async function variantsText(context: ToolContext, { name }: ListOptions): Promise<string> {
  if (name === undefined) {
    throw badArguments(
      '`name` is missing.',
      'Give the name of the program whose variants you want.'
    )
  }
  const program = name.toUpperCase()
  assertName({ type: 'PROG', name: program })
  if (context.features.get('db') === 'absent') {
    throw new ToolError(
      'BLOCKED_FEATURE',
      'The variants of a program stand in tables, and reading tables is switched off or absent here.',
      {
        remedy: 'The operator decides with --feature-db; else see transaction SE38.',
        setting: '--feature-db',
        data: { feature: 'db' }
      }
    )
  }
  await context.assertTables(['VARID', 'VARIT'])
  const ask = async (sql: string) =>
    (await checkedRows(context, { sql, maxRows: mostVariants })).rows
  const [found, texts] = await Promise.all([
    ask(
      `SELECT variant, protected, ename, edat, aename, aedat FROM varid WHERE report = '${program}' ORDER BY variant`
    ),
    ask(`SELECT variant, langu, vtext FROM varit WHERE report = '${program}'`)
  ])
  const textOf = (variant: string) =>
    texts.find(row => row['VARIANT'] === variant && row['VTEXT'] !== '')?.['VTEXT'] ?? ''
  const line = (row: Readonly<Record<string, string>>) =>
    [
      row['VARIANT'] ?? '',
      textOf(row['VARIANT'] ?? ''),
      row['PROTECTED'] === 'X' ? 'protected' : '',
      `created ${row['ENAME'] ?? ''} ${row['EDAT'] ?? ''}`,
      row['AENAME'] === '' ? '' : `changed ${row['AENAME'] ?? ''} ${row['AEDAT'] ?? ''}`
    ]
      .filter(word => word !== '')
      .join(' · ')
  return [
    `${systemWords(context.erp)} · VARI ${program} · ${count(found.length, 'variant')}${found.length >= mostVariants ? `, the first ${mostVariants}` : ''}`,
    ...fenced(found.map(line)),
    'Their values are kept in a form that no service hands out; transaction SE38 shows them.'
  ].join('\n')
}
