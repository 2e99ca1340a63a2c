/** The table of requests that change something at the ERP: one row for each operation. */

/**
 * One kind of changing request.
 * - `effect`: what it changes. `lock` leaves the object as it was, `object` changes repository
 *   objects, `request` transport requests, `git` links to git repositories or their servers, and
 *   `runtime` processes, traces and breakpoints.
 * - `undo`: what restores the state before. `source`, `document` and `texts` write the earlier
 *   content, `recreate` creates a deleted object again with its content, `inverse` is the opposite
 *   request, `never` marks what has no way back.
 * - `prepares`: a successful answer does not prove that anything has changed.
 * - `journal`: `false` for requests that leave nothing behind which a record could be about.
 */
export interface ChangeRow {
  readonly effect: 'lock' | 'object' | 'request' | 'git' | 'runtime'
  readonly undo: 'source' | 'document' | 'texts' | 'recreate' | 'inverse' | 'never'
  readonly prepares?: true
  readonly journal?: false
}

const runtime = { effect: 'runtime', undo: 'never', journal: false } as const
const git = { effect: 'git', undo: 'never' } as const

export const changeOperations = {
  lock: { effect: 'lock', undo: 'inverse', journal: false },
  unlock: { effect: 'lock', undo: 'never', journal: false },

  'source.write': { effect: 'object', undo: 'source' },
  'part.create': { effect: 'object', undo: 'never' },
  'document.write': { effect: 'object', undo: 'document' },
  'texts.write': { effect: 'object', undo: 'texts' },
  'object.create': { effect: 'object', undo: 'inverse' },
  'object.delete': { effect: 'object', undo: 'recreate' },
  'refactoring.execute': { effect: 'object', undo: 'inverse' },
  'package.change': { effect: 'object', undo: 'inverse' },
  'release.write': { effect: 'object', undo: 'inverse' },
  'service.publish': { effect: 'object', undo: 'inverse' },
  'service.unpublish': { effect: 'object', undo: 'inverse' },
  'generator.run': { effect: 'object', undo: 'never' },
  'ui5.write': { effect: 'object', undo: 'inverse' },
  // The ERP may answer only with the objects that it would activate as well.
  activate: { effect: 'object', undo: 'never', prepares: true },

  'transport.create': { effect: 'request', undo: 'inverse' },
  'transport.task': { effect: 'request', undo: 'inverse' },
  'transport.owner': { effect: 'request', undo: 'inverse' },
  'transport.remove': { effect: 'request', undo: 'never' },
  'transport.release': { effect: 'request', undo: 'never' },
  'transport.delete': { effect: 'request', undo: 'never' },

  'git.link': git,
  'git.unlink': git,
  'git.push': git,
  'git.pull': { effect: 'object', undo: 'never' },
  'git.switch': { effect: 'object', undo: 'never' },
  // A log-on at the git server that the next request needs.
  'gcts.credentials': { ...git, prepares: true, journal: false },
  'gcts.create': git,
  'gcts.delete': git,
  'gcts.commit': git,
  'gcts.clone': { effect: 'object', undo: 'never' },
  'gcts.pull': { effect: 'object', undo: 'never' },
  'gcts.switch': { effect: 'object', undo: 'never' },

  // Executed ABAP may change anything; the record says that it ran.
  run: { effect: 'runtime', undo: 'never' },
  'unit.run': { effect: 'runtime', undo: 'never' },
  'traces.parameters': runtime,
  'traces.start': runtime,
  'traces.stop': runtime,
  'amdp.start': runtime,
  'amdp.breakpoints': runtime,
  'amdp.continue': runtime,
  'amdp.stop': runtime,
  'debugger.set': runtime,
  'debugger.delete': runtime,
  'debugger.unlisten': runtime,
  'debugger.attach': runtime,
  'debugger.getStack': runtime,
  'debugger.getVariables': runtime,
  'debugger.getChildVariables': runtime,
  'debugger.stepContinue': runtime,
  'debugger.terminateDebuggee': runtime
} as const satisfies Readonly<Record<string, ChangeRow>>

/** The name of a changing request. */
export type ChangeOperation = keyof typeof changeOperations

/** The row of an operation; undefined where the table has no such name. */
export function changeRow(operation: string): ChangeRow | undefined {
  return Object.hasOwn(changeOperations, operation)
    ? changeOperations[operation as ChangeOperation]
    : undefined
}
