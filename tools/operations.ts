/**
 * The table of operations: what a call may do, as the policy, the annotations and the docs see it.
 */
import type { Scope } from './call/caller.ts'

export interface OperationHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

/**
 * One kind of effect. `repository` names which object rules apply beside the package allowlist:
 * `none` (no object changes), `request` (a transport request changes, no object), `touched` (an
 * object changes state, nothing is recorded) or `recorded` (a transportable object needs a request
 * number).
 */
export interface Operation {
  readonly letters: string
  /** Needed beside the tool's own scope. */
  readonly scope?: Scope
  readonly readOnlyAllowed: boolean
  readonly repository: 'none' | 'request' | 'touched' | 'recorded'
  readonly expert?: Expert
  /** A caller that `approves` needs no scope admin for it. */
  readonly byApprover?: true
  readonly hints: OperationHints
}

export type Expert = 'execute' | 'debug' | 'amdp' | 'debug-change'

const reads: OperationHints = { readOnly: true, destructive: false, idempotent: true }
const adds: OperationHints = { readOnly: false, destructive: false, idempotent: false }
const replaces: OperationHints = { readOnly: false, destructive: true, idempotent: false }
const switches: OperationHints = { readOnly: false, destructive: false, idempotent: true }

const row = (letters: string, hints: OperationHints): Operation => ({
  letters,
  readOnlyAllowed: true,
  repository: 'none',
  hints
})
const change = (
  letters: string,
  repository: Operation['repository'],
  hints: OperationHints
): Operation => ({ letters, scope: 'write', readOnlyAllowed: false, repository, hints })
const expert = (kind: Expert): Operation => ({ ...change('CDUA', 'none', replaces), expert: kind })

/**
 * An action names one operation or a choice of them; annotations, policy and documentation follow
 * from the row.
 */
export const operations = {
  read: row('R', reads),
  search: row('S', reads),
  query: row('Q', reads),
  create: change('C', 'recorded', adds),
  update: change('U', 'recorded', replaces),
  delete: change('D', 'recorded', replaces),
  activate: change('A', 'touched', switches),
  /** Decides about a waiting change of another person; changes nothing itself. */
  approve: { ...change('U', 'none', switches), scope: 'admin', byApprover: true },
  createRequest: change('C', 'request', adds),
  updateRequest: change('U', 'request', replaces),
  deleteRequest: change('D', 'request', replaces),
  test: change('U', 'none', replaces),
  /** Makes the runtime do something later, e.g. record a trace; no object changes. */
  arm: change('U', 'none', switches),
  execute: expert('execute'),
  debug: expert('debug'),
  amdp: expert('amdp'),
  /** Gives variables of a running program other values. */
  debugChange: { ...expert('debug-change'), scope: 'admin' }
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** What a call will do, for the policy: the sum of its operations. */
export interface CallEffect {
  readonly tool: string
  readonly action?: string
  readonly operations: readonly OperationName[]
  readonly letters: string
  readonly scopes: readonly Scope[]
  readonly readOnlyAllowed: boolean
  readonly repository: Operation['repository']
  readonly expert: readonly Expert[]
}

const ranks: readonly Operation['repository'][] = ['none', 'request', 'touched', 'recorded']

/**
 * Sums the operations of one call up: every letter and every scope counts, and the strictest object
 * rule wins.
 */
export function effectOf(
  of: { tool: string; action?: string; scope: Scope },
  names: readonly OperationName[]
): CallEffect {
  const rows = names.map((name): Operation => operations[name])
  const scopes = new Set<Scope>([of.scope, ...rows.flatMap(({ scope }) => scope ?? [])])
  return {
    tool: of.tool,
    ...(of.action === undefined ? {} : { action: of.action }),
    operations: names,
    letters: [...new Set(rows.map(({ letters }) => letters).join(''))].join(''),
    scopes: [...scopes],
    readOnlyAllowed: rows.every(({ readOnlyAllowed }) => readOnlyAllowed),
    repository:
      ranks[Math.max(0, ...rows.map(({ repository }) => ranks.indexOf(repository)))] ?? 'recorded',
    expert: rows.flatMap(({ expert }) => expert ?? [])
  }
}

/** The hints of a tool: the worst of all that it may do. */
export function worstHints(names: readonly OperationName[]): OperationHints {
  const all = names.map(name => operations[name].hints)
  return {
    readOnly: all.every(({ readOnly }) => readOnly),
    destructive: all.some(({ destructive }) => destructive),
    idempotent: all.every(({ idempotent }) => idempotent)
  }
}
