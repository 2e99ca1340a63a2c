/** Finds changes of a table that can lose rows, and requires a confirmation. */
import { createHash } from 'node:crypto'
import { isErpError, previewTable, readSource } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { columnsOf } from '../objects/table-columns.ts'
import type { Column } from '../objects/table-columns.ts'
import { refWords, systemWords } from '../objects/words.ts'

export interface TableChange {
  readonly ref: ObjectRef
  readonly before: string
  /** The new definition; undefined = the table is deleted. */
  readonly after: string | undefined
  readonly confirm: string | undefined
  /** Who uses a table that is deleted, in words. */
  readonly users?: string | undefined
}

/**
 * The question that a change of a table must have answered before rows can be lost with it:
 * dropped, retyped or re-keyed columns of a table with rows, or the whole table. Undefined where
 * nothing can be lost or the right handle came back. The handle holds for this change on these facts only.
 */
export async function confirmLoss(
  context: ToolContext,
  change: TableChange
): Promise<ToolResult | undefined> {
  const { ref, before, after, confirm, users } = change
  if (ref.type !== 'TABL') return undefined
  const losses = lossesOf(columnsOf(before), after === undefined ? undefined : columnsOf(after))
  if (losses.length === 0) return undefined
  const rows = await rowsExist(context, ref)
  // Columns without rows hold nothing; a table that is deleted takes its definition with it.
  if (rows === noRows && after !== undefined) return undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([systemWords(context.erp), ref, before, after, losses, rows, users]))
    .digest('hex')
    .slice(0, 24)
  if (confirm === digest) return undefined
  const question = `${refWords(ref)}: ${losses.join(', ')}. Rows: ${rows}.${users === undefined ? '' : ` ${users}`}`
  return {
    kind: 'confirm',
    question,
    digest,
    text: `NOT DONE: this can lose data and needs a confirmation. ${question}\n${confirm === undefined ? '' : 'The given `confirm` belongs to another change or to other facts. '}If the user agrees, repeat the call with confirm: "${digest}".`
  }
}

const noRows = 'none'

function lossesOf(
  before: ReadonlyMap<string, Column>,
  after: ReadonlyMap<string, Column> | undefined
): string[] {
  if (after === undefined) {
    return [`the table is deleted with its columns ${[...before.keys()].join(', ')}`]
  }
  return [...before].flatMap(([name, column]) => {
    const now = after.get(name)
    if (now === undefined) return [`${name} is dropped`]
    return [
      ...(now.type === column.type
        ? []
        : [`${name} changes its type from ${column.type} to ${now.type}`]),
      ...(now.key === column.key ? [] : [`${name} ${now.key ? 'becomes' : 'is no longer'} a key`])
    ]
  })
}

async function rowsExist(context: ToolContext, ref: ObjectRef): Promise<string> {
  const table = ref.name
  if (!context.may('query')) return 'not known, queries are blocked'
  try {
    await context.assertTables([table])
    const { rows } = await previewTable(context.erp, { name: table, maxRows: 1 }, context.signal)
    return rows.length > 0 ? 'there are some' : noRows
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_BAD_REQUEST')) return 'not known'
    return (await wasActive(context, ref)) ? 'none readable, the table is not active' : noRows
  }
}

/** A table that never was active does not exist on the database. */
async function wasActive(context: ToolContext, ref: ObjectRef): Promise<boolean> {
  try {
    await readSource(context.erp, { ref, version: 'active', fresh: true }, context.signal)
    return true
  } catch (error) {
    context.signal.throwIfAborted()
    return !isErpError(error, 'ERP_NOT_FOUND')
  }
}
