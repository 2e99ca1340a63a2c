/** Keys of new instances: UUIDs, and those that methods FOR NUMBERING give. */
import { callHandler, unsupported } from './behaviors.ts'
import type { Entity, Handler } from './behaviors.ts'
import { handOver } from './requests.ts'
import type { Operation } from './requests.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'
import type { Context } from './statement.ts'

/** Gives the rows what the consumer leaves to the behavior: %cid where wanted, and UUIDs. */
export function complete(
  { definition }: Entity,
  given: readonly Components[],
  { operation, context }: { operation: Operation; context: Context }
): void {
  fillIds(given, { operation, context })
  for (const row of given) for (const name of definition.numbered) numbered(row[name.toLowerCase()])
}

/** AUTO FILL CID: values that were given stay; the prefix is that of ABAP. */
export function fillIds(
  given: readonly Components[],
  { operation, context }: { operation: Operation; context: Context }
): void {
  if (!operation.autoFill) return
  for (const row of given) {
    if (rows.textIn(row, '%cid') !== '') continue
    row['%cid']?.set(`%abap_eml_cid__${++context.automatic}`)
  }
}

/** A UUID of 16 bytes, or of 32 characters. */
export function numbered(value: rows.AbapValue | undefined): void {
  if (value === undefined || !rows.isInitialText(value)) return
  const bytes = Array.from({ length: 16 }, () => Math.floor(Math.random() * 256))
  value.set(
    bytes
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  )
}

function numberingOf(entity: Entity, association: string, { behaviors }: Context): Handler {
  const handler = behaviors.handler(entity, 'numbering', association)
  if (handler !== undefined) return handler
  const what = association === '' ? '' : ` along ${association}`
  return unsupported(
    `early numbering of ${entity.definition.name}${what} without a method FOR NUMBERING`
  )
}

interface Numbered {
  /** The entity of the new instances, and their rows. */
  readonly target: Entity
  readonly rows: readonly Components[]
}

/** FOR NUMBERING answers the keys in MAPPED; `given` is what the method is asked with. */
export async function numberEarly(
  entity: Entity,
  given: readonly Components[],
  more: { operation: Operation; context: Context; numbered: Numbered }
): Promise<void> {
  const { operation, context, numbered: asked } = more
  const { definition } = asked.target
  const handler = numberingOf(entity, operation.association, context)
  const answer = await callHandler(entity, handler, parameters => {
    handOver(parameters[handler.keys.toLowerCase()], given, operation)
  })
  rows.mergeResponse(answer.failed, context.request.failed)
  rows.mergeResponse(answer.reported, context.request.reported)
  const mapped = rows
    .rowsOf(rows.componentsOf(answer.mapped)[definition.alias.toLowerCase()])
    .map(rows.componentsOf)
  for (const row of asked.rows) {
    const found = mapped.find(each => rows.textIn(each, '%cid') === rows.textIn(row, '%cid'))
    for (const name of definition.keys) if (found?.[name] !== undefined) row[name]?.set(found[name])
  }
}
