/** Operations of transactional buffer test doubles, which have no behavior pool. */
import { entityOf, unsupported } from '../behaviors.ts'
import type { Behavior, Entity } from '../behaviors.ts'
import { checkDeclared } from '../declared.ts'
import { keyRow } from '../managed.ts'
import { runManaged } from '../operations.ts'
import type { Operation } from '../requests.ts'
import * as rows from '../rows.ts'
import type { Context } from '../statement.ts'
import { runConfigured } from './configured.ts'
import { withKeys } from './keys.ts'

/** Nothing is numbered, checked or run. */
export async function runBuffered(
  behavior: Behavior,
  operation: Operation,
  context: Context
): Promise<void> {
  const entity = entityOf(behavior, operation.entity)
  if (operation.kind !== 'read') checkDeclared(entity, operation, context.request)
  if (operation.kind === 'execute') {
    unsupported(`${operation.action} of the transactional buffer test double of ${behavior.name}`)
  }
  await runConfigured(operation, context, async (each, isNumbered) => {
    const numbered = isNumbered ? each : await withKeys(entity, each, context)
    if (numbered === undefined && each.kind === 'create') {
      await refuseNumbering(entity, each, context)
    }
    const local = { ...context.request, local: true }
    const own = { ...context, request: local, isNumbered: numbered !== undefined }
    await runManaged(entity, numbered ?? each, own)
  })
}

/** A source that is not there fails before new instances get their keys. */
async function refuseNumbering(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  const { association } = operation
  const made = association === '' ? entity : context.behaviors.target(entity, association).entity
  const { definition } = made
  if (!definition.earlyNumbering && definition.numbered.length === 0) return
  for (const row of rows.rowsOf(operation.rows).map(rows.componentsOf)) {
    const source =
      association === '' || (await context.buffer.read(entity, keyRow(entity, row, context)))
    if (source === undefined) continue
    unsupported(`numbering of the transactional buffer test double of ${entity.definition.name}`)
  }
}
