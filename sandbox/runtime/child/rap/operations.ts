/** Operations of managed behaviors by their kind. */
import type { Entity } from './behaviors.ts'
import { createBy, readBy, remove } from './compositions.ts'
import * as managed from './managed.ts'
import type { Operation } from './requests.ts'
import type { Context } from './statement.ts'

export async function runManaged(
  entity: Entity,
  operation: Operation,
  context: Context
): Promise<void> {
  if (operation.association === '') await MANAGED[operation.kind](entity, operation, context)
  else await (operation.kind === 'read' ? readBy : createBy)(entity, operation, context)
}

const MANAGED = {
  create: managed.create,
  update: managed.update,
  delete: remove,
  execute: managed.execute,
  read: managed.read
}
