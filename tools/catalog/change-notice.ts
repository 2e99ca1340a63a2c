/** Notices to the readers of a resource, when a call has changed its object. */
import type { ToolEvent } from '../call/result.ts'
import { operations } from '../operations.ts'
import type { OperationName } from '../operations.ts'
import type { Registry } from './registry.ts'
import { objectAddress } from './resources.ts'

/** An observer of calls: notifies readers of a resource when a call has changed its object. */
export function changeNotice(registry: Registry): (event: ToolEvent) => void {
  return ({ outcome, operation, object }) => {
    const [, type, name] = /^(\S+) (\S+)$/.exec(object ?? '') ?? []
    if (
      outcome !== 'ok' ||
      type === undefined ||
      name === undefined ||
      !changesObjects(operation)
    ) {
      return
    }
    registry.changed({ what: 'resource', uri: objectAddress(type, name) })
  }
}
/** @param joined the operations of a call as its event names them: joined by `+` */
export function changesObjects(joined: string): boolean {
  return joined.split('+').some(name => {
    const row = Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
    return row?.repository === 'recorded' || row?.repository === 'touched'
  })
}
