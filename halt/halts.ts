/** Halts: what an operator has switched off, for whom, and how that is stored. */
import { randomBytes } from 'node:crypto'
import type { HaltedCall } from '../tools/index.ts'

/** What a halt concerns; without any member everything. */
export interface HaltScope {
  readonly system?: string | undefined
  /** A name of callers, or the identity of one as the audit writes it. */
  readonly identity?: string | undefined
  /** Changes alone. */
  readonly writes?: true | undefined
}

export interface Halt extends HaltScope {
  readonly id: string
  /** ISO time. */
  readonly since: string
  /** The user and machine of the command. */
  readonly by: string
  readonly reason?: string | undefined
  /** Who answers questions about it. */
  readonly contact?: string | undefined
}

export interface HaltState {
  /** Grows with each change, so that a store that lost its data is told from one that was changed. */
  readonly version: number
  readonly halts: readonly Halt[]
}

export const noHalts: HaltState = { version: 0, halts: [] }

const mostHalts = 1000
const longestText = 500

/** @throws Error where the text is not one that `textOf` makes */
export function parseHalts(text: string): HaltState {
  const { version, halts } = JSON.parse(text) as Partial<HaltState>
  if (!Number.isSafeInteger(version) || !Array.isArray(halts) || halts.length > mostHalts) {
    throw new Error('the stored halts are damaged')
  }
  return { version: version as number, halts: halts.map(checked) }
}

export function textOf(state: HaltState): string {
  return JSON.stringify(state)
}

/** A halt with a member that is not understood must not become a wider or narrower one. */
function checked(halt: unknown): Halt {
  const { id, since, by, system, identity, writes, reason, contact } = halt as Record<
    string,
    unknown
  >
  const isText = (value: unknown) => typeof value === 'string' && value.length <= longestText
  const isTextOrAbsent = (value: unknown) => value === undefined || isText(value)
  const isGood =
    [id, since, by].every(isText) &&
    [system, identity, reason, contact].every(isTextOrAbsent) &&
    (writes === undefined || writes === true)
  if (!isGood) throw new Error('the stored halts are damaged')
  return halt as Halt
}

const sameScope = (one: HaltScope, other: HaltScope) =>
  one.system === other.system && one.identity === other.identity && one.writes === other.writes

/** The state with the halt, which takes the place of one of the same scope. */
export function withHalt(
  { version, halts }: HaltState,
  halt: Omit<Halt, 'id' | 'since'>,
  now = new Date()
): HaltState {
  const others = halts.filter(known => !sameScope(known, halt))
  if (others.length >= mostHalts) throw new Error(`there are ${mostHalts} halts already`)
  const added = { id: randomBytes(6).toString('base64url'), since: now.toISOString(), ...halt }
  return { version: version + 1, halts: [...others, added] }
}

/** @param scope undefined ends all halts */
export function withoutHalt(
  { version, halts }: HaltState,
  scope: HaltScope | undefined
): HaltState {
  const left = scope === undefined ? [] : halts.filter(known => !sameScope(known, scope))
  return { version: version + 1, halts: left }
}

/** The halt that holds for a call; the widest one first, so that its words are true for longest. */
export function haltFor(state: HaltState, call: HaltedCall): Halt | undefined {
  return state.halts
    .filter(halt => concerns(halt, call))
    .toSorted((one, other) => breadth(other) - breadth(one))[0]
}

const breadth = ({ system, identity, writes }: HaltScope) =>
  [system, identity, writes].filter(member => member === undefined).length

function concerns({ system, identity, writes }: Halt, call: HaltedCall): boolean {
  if (writes === true && !call.changes) return false
  if (system !== undefined && system !== call.system) return false
  return identity === undefined || namesOf(call).includes(identity.toUpperCase())
}

/** A name that belongs to two identities halts both. */
function namesOf({ caller, key }: HaltedCall): string[] {
  const { name, login, erpUser } = caller.principal
  return [key, name, login, erpUser, caller.client].flatMap(text =>
    text === undefined ? [] : [text.toUpperCase()]
  )
}

/** What is halted: `Changes of ada at the system prd`. */
export function scopeWords({ system, identity, writes }: HaltScope): string {
  const what =
    writes === true
      ? 'Changes'
      : system === undefined && identity === undefined
        ? 'Everything'
        : 'Calls'
  return [
    what,
    ...(identity === undefined ? [] : [`of ${identity}`]),
    ...(system === undefined ? [] : [`at the system ${system}`])
  ].join(' ')
}

/** One line for operators. */
export function haltWords(halt: Halt): string {
  const verb = halt.writes !== true && halt.system === undefined && halt.identity === undefined
  const reason = halt.reason === undefined ? '' : `: ${halt.reason}`
  return `${scopeWords(halt)} ${verb ? 'is' : 'are'} halted since ${halt.since.slice(0, 16).replace('T', ' ')} UTC by ${halt.by}${reason}`
}
