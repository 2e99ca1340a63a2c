/** ERPRead view sql: the SQL that the ERP generates of a CDS view. */
import { createStatementsOf } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { fenced } from '../failure/prose.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { cutLines } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

/** The statements with which the database creates the view, of the active version. */
export async function createStatementsText(context: ToolContext, ref: ObjectRef): Promise<string> {
  if (ref.type !== 'DDLS') {
    throw badArguments(`${refWords(ref)} has no generated SQL.`, 'CDS views (DDLS) have it.')
  }
  const statements = await onRelease(
    context,
    'createStatements',
    async () => await createStatementsOf(context.erp, { name: ref.name }, context.signal)
  )
  const head = `${systemWords(context.erp)} · ${refWords(ref)} · generated SQL of the active version · ${count(statements.length, 'statement')}`
  if (statements.length === 0) {
    return `${head}\nThe database has no view for it: it may be inactive, or be no view.`
  }
  const text = statements.map(({ name, sql }) => `-- ${name}\n${sql}`).join('\n\n')
  const cut = cutLines(text, context.limits.bytes)
  return [
    head,
    ...fenced([cut.text]),
    ...(cut.lastLine === undefined ? [] : ['CUT: the SQL is longer.'])
  ].join('\n')
}
