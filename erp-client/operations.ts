/** The table of requests that change something at the ERP: one row for each operation. */

/**
 * One kind of changing request.
 * - `effect`: what it changes. `lock` leaves the object as it was, `object` changes repository
 *   objects, `request` transport requests, `git` links to git repositories or their servers, and
 *   `runtime` processes, traces and breakpoints.
 * - `undo`: what restores the state before. `source`, `document` and `texts` write the earlier
 *   content, `objects` that of every part, `recreate` creates a deleted object again with its
 *   content, `inverse` is the opposite request, `never` marks what has no way back.
 * - `limits`: what stays different, or why there is no way back; none where all is restored.
 * - `loses`: what was there before is lost for good, so that a call asks before it.
 * - `prepares`: a successful answer does not prove that anything has changed.
 * - `journal`: `false` for requests that leave nothing behind which a record could be about.
 */
export interface ChangeRow {
  readonly effect: 'lock' | 'object' | 'request' | 'git' | 'runtime'
  readonly undo: UndoWay
  readonly limits?: string
  readonly loses?: true
  readonly prepares?: true
  readonly journal?: false
}

export type UndoWay = 'source' | 'document' | 'texts' | 'objects' | 'recreate' | 'inverse' | 'never'

const runtime = {
  effect: 'runtime',
  undo: 'never',
  journal: false,
  limits: 'it changes no object'
} as const
const git = {
  effect: 'git',
  undo: 'never',
  limits: 'commits and links of git have their own history'
} as const
const ran = 'executed ABAP leaves no state before it'
const pulled = 'pull or switch to the earlier commit instead'

export const changeOperations = {
  lock: { effect: 'lock', undo: 'inverse', journal: false },
  unlock: { effect: 'lock', undo: 'never', journal: false, limits: 'it changes no object' },

  'source.write': { effect: 'object', undo: 'source' },
  'part.create': { effect: 'object', undo: 'source', limits: 'the include stays, empty' },
  'document.write': { effect: 'object', undo: 'document' },
  'texts.write': { effect: 'object', undo: 'texts' },
  'object.create': { effect: 'object', undo: 'inverse' },
  'object.delete': {
    effect: 'object',
    undo: 'recreate',
    limits: 'what is not read over ADT is lost, by the type of the object'
  },
  'refactoring.execute': { effect: 'object', undo: 'objects' },
  'package.change': { effect: 'object', undo: 'inverse' },
  'release.write': { effect: 'object', undo: 'inverse' },
  'service.publish': { effect: 'object', undo: 'inverse' },
  'service.unpublish': { effect: 'object', undo: 'inverse' },
  'generator.run': {
    effect: 'object',
    undo: 'never',
    limits: 'the generated objects can be deleted one by one'
  },
  'ui5.write': {
    effect: 'object',
    undo: 'never',
    limits: 'the earlier file is not recorded; upload it again',
    loses: true
  },
  // The ERP may answer only with the objects that it would activate as well.
  activate: {
    effect: 'object',
    undo: 'objects',
    limits: 'an object that was never active before stays active',
    prepares: true
  },

  'transport.create': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport delete removes an empty request'
  },
  'transport.task': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport delete removes an empty task'
  },
  'transport.owner': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport reassign gives it back'
  },
  'transport.add': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport remove_object takes it out again'
  },
  'transport.classify': {
    effect: 'request',
    undo: 'never',
    limits: 'a task keeps its type'
  },
  'transport.target': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport change sets the earlier value again'
  },
  'transport.text': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport change sets the earlier value again'
  },
  'transport.attribute': {
    effect: 'request',
    undo: 'never',
    limits: 'ERPTransport change sets the earlier value again'
  },
  'transport.compress': {
    effect: 'request',
    undo: 'never',
    limits: 'the earlier order of the objects is not recorded'
  },
  'transport.remove': {
    effect: 'request',
    undo: 'never',
    limits: 'the next change of the object records it again'
  },
  'transport.release': {
    effect: 'request',
    undo: 'never',
    limits: 'a release is final',
    loses: true
  },
  'transport.delete': {
    effect: 'request',
    undo: 'never',
    limits: 'the entries of the request are lost',
    loses: true
  },

  'git.link': git,
  'git.unlink': git,
  'git.push': git,
  'git.pull': { effect: 'object', undo: 'never', limits: pulled, loses: true },
  'git.switch': { effect: 'object', undo: 'never', limits: pulled, loses: true },
  // A log-on at the git server that the next request needs.
  'gcts.credentials': { ...git, prepares: true, journal: false },
  'gcts.create': git,
  'gcts.delete': git,
  'gcts.commit': git,
  'gcts.clone': { effect: 'object', undo: 'never', limits: pulled },
  'gcts.pull': { effect: 'object', undo: 'never', limits: pulled, loses: true },
  'gcts.switch': { effect: 'object', undo: 'never', limits: pulled, loses: true },

  // Executed ABAP may change anything; the record says that it ran.
  run: { effect: 'runtime', undo: 'never', limits: ran },
  'unit.run': { effect: 'runtime', undo: 'never', limits: ran },
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
  'debugger.setStackPosition': runtime,
  'debugger.stepContinue': runtime,
  'debugger.stepInto': runtime,
  'debugger.stepOver': runtime,
  'debugger.stepReturn': runtime,
  'debugger.stepRunToLine': runtime,
  'debugger.watch': runtime,
  'debugger.unwatch': runtime,
  'debugger.terminateDebuggee': runtime,
  'debugger.setVariableValue': runtime
} as const satisfies Readonly<Record<string, ChangeRow>>

/** The name of a changing request. */
export type ChangeOperation = keyof typeof changeOperations

/** The row of an operation; undefined where the table has no such name. */
export function changeRow(operation: string): ChangeRow | undefined {
  return Object.hasOwn(changeOperations, operation)
    ? changeOperations[operation as ChangeOperation]
    : undefined
}

/** How far the state before an operation can be restored. */
export function restorable({ undo, limits }: ChangeRow): 'whole' | 'partly' | 'never' {
  if (undo === 'never') return 'never'
  return limits === undefined ? 'whole' : 'partly'
}
