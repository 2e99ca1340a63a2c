/** The operations of a change by its mode: a dry run reads, an activation comes on top. */
import type { OperationChoice } from '../define.ts'
import type { OperationName } from '../operations.ts'

/** For an action that never activates. */
export function unlessDryRun(
  ...operations: OperationName[]
): OperationChoice<{ readonly dryRun?: boolean }> {
  return {
    possible: [...operations, 'read'],
    of: ({ dryRun }) => (dryRun === true ? ['read'] : operations)
  }
}

/** For an action that activates what it saved where `activate` is set, and tests it with `test`. */
export function saveOperations(operation: OperationName): OperationChoice<{
  readonly dryRun?: boolean
  readonly activate?: boolean
  readonly test?: boolean
}> {
  return {
    possible: [operation, 'activate', 'read'],
    // A new object goes away with the undo, whatever was activated of it.
    sends: ({ activate }) => (activate === true && operation !== 'create' ? ['activate'] : []),
    of: ({ dryRun, activate, test }) =>
      dryRun === true
        ? ['read']
        : [
            ...withActivation(operation, activate === true),
            // Harmless tests only read.
            ...(test === true ? ['read' as const] : [])
          ]
  }
}

/** The operation alone, or with the activation that belongs to it. */
export function withActivation(operation: OperationName, activate: boolean): OperationName[] {
  return activate ? [operation, 'activate'] : [operation]
}
