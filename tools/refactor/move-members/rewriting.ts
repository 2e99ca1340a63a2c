/** What the texts of a move say about the members, those that leave and those that stay. */
import type { ClassParts, Section } from '../../abap/class-parts.ts'
import { identifiers } from '../../abap/identifiers.ts'
import type { Identifier } from '../../abap/identifiers.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import type { ClassMember } from './members.ts'
import { canMean, localTest } from './scopes.ts'
import type { TextCut } from './text-cuts.ts'

export interface MoveOptions {
  /** Names of the classes, upper case. */
  readonly from: string
  readonly to: string
  /** Upper case. */
  readonly members: readonly string[]
  /** Undefined: each keeps the section that it has. */
  readonly section?: Section | undefined
  /** Local classes, types and macros of the class that is left. */
  readonly localNames: readonly string[]
}

/** One of both classes. */
export interface Side {
  readonly name: string
  readonly text: string
  readonly parts: ClassParts
  readonly members: readonly ClassMember[]
  readonly superclass: string | undefined
}

/** A move with what it is decided by. */
export interface Move {
  readonly from: Side
  readonly to: Side
  readonly leaving: readonly ClassMember[]
  readonly options: MoveOptions
  readonly isUpward: boolean
}

export function sectionOf({ options }: Move, member: ClassMember): Section {
  return options.section ?? member.section
}

export interface Rewriting {
  readonly cuts: readonly TextCut[]
  readonly problems: readonly string[]
}

/** A moved text, and what of its member it is. */
interface Leaving {
  readonly member: ClassMember
  readonly text: string
  readonly what: string
}

/** What a moved text says about members that stay. */
export function outwardUses(move: Move, leaving: Leaving): Rewriting {
  const { member, text } = leaving
  const { from, options } = move
  const stays = new Map(from.members.map(one => [one.name, one]))
  const moved = new Set(move.leaving.map(({ name }) => name))
  for (const name of moved) stays.delete(name)
  const isLocal = localTest(text, [{ ...member, start: 0, end: text.length }])
  const local = new Set(options.localNames)
  const cuts: TextCut[] = []
  const problems: string[] = []
  for (const id of identifiers(text)) {
    const use = useOf(id, from.name)
    const other = stays.get(id.name)
    if (use === undefined || (use === 'plain' && isHidden(id, { text, isLocal, member: other }))) {
      continue
    }
    const problem =
      (use === 'plain' ? boundTo(id, { leaving, local, from: from.name }) : undefined) ??
      staysBehind(id, { leaving, other, from: from.name })
    if (problem !== undefined) problems.push(`${member.name} uses ${problem}`)
    const goes = moved.has(id.name)
    if (use === 'class' ? goes : other?.isStatic === true) {
      const owner = goes ? move.to.name : from.name
      cuts.push({ start: id.ownerStart, end: id.end, text: qualified(owner, text, id) })
    }
  }
  return { cuts, problems }
}

interface Surroundings {
  readonly text: string
  readonly isLocal: (name: string, at: number) => boolean
  /** The member of that name; undefined where there is none. */
  readonly member: ClassMember | undefined
}

/** A plain name that means something local, or cannot mean the member where it stands. */
function isHidden(id: Identifier, { text, isLocal, member }: Surroundings): boolean {
  if (member !== undefined && !canMean(member, id, text)) return true
  return member?.keyword !== 'TYPES' && isLocal(id.name, id.start)
}

interface Bound {
  readonly leaving: Leaving
  readonly local: ReadonlySet<string>
  readonly from: string
}

/** A plain name that means something of the class or instance itself, and no member. */
function boundTo(
  { name, end }: Identifier,
  { leaving: { member, text, what }, local, from }: Bound
): string | undefined {
  // `me->…` is judged by what follows.
  const isInstance = name === 'ME' && !member.isStatic && !text.startsWith('->', end)
  if (name === 'SUPER' || isInstance) return `${name.toLowerCase()} in ${what}`
  return local.has(name) ? `${name}, which is local to ${from}` : undefined
}

interface Staying {
  readonly leaving: Leaving
  readonly other: ClassMember | undefined
  readonly from: string
}

/** A member that stays and cannot be used from another class by the name of its own. */
function staysBehind(
  { end }: Identifier,
  { leaving: { text }, other, from }: Staying
): string | undefined {
  if (other === undefined || (other.isStatic && other.section === 'public')) return undefined
  if (other.keyword !== 'INTERFACES') {
    return `${other.name}, ${kindWords(other)} that stays in ${from}`
  }
  // Without a component the interface is a type, which the other class can name as well.
  return text[end] === '~' ? `the interface ${other.name} of ${from}` : undefined
}

function kindWords({ section, isStatic, keyword }: ClassMember): string {
  const kind = keyword.endsWith('METHODS')
    ? 'method'
    : keyword.endsWith('DATA')
      ? 'attribute'
      : keyword.toLowerCase().replace(/s$/, '')
  return `a ${section} ${isStatic ? '' : 'instance '}${kind}`
}

/** How a name can mean a member of the class; undefined for a name of something else. */
function useOf(id: Identifier, className: string): 'plain' | 'me' | 'class' | undefined {
  if (id.operator === undefined) return id.isArgument ? undefined : 'plain'
  if (id.operator === '->' && id.owner === 'ME') return 'me'
  return id.operator === '=>' && id.owner === className ? 'class' : undefined
}

function qualified(className: string, text: string, { start, end }: Identifier): string {
  return `${className.toLowerCase()}=>${text.slice(start, end)}`
}

/** What stays in the class says about the members that leave it. */
export function remainingUses(move: Move): Rewriting {
  const { from, to, leaving } = move
  const byName = new Map(leaving.map(member => [member.name, member]))
  const gone = leaving.flatMap(({ pieces, body }) => [
    ...pieces.map(({ start, end }) => ({ start, end })),
    ...(body === undefined ? [] : [body])
  ])
  const isLocal = localTest(from.text, from.members)
  const starts = lineStarts(from.text)
  const cuts: TextCut[] = []
  const problems = new Set<string>()
  for (const id of identifiers(from.text)) {
    const member = byName.get(id.name)
    const use = member === undefined ? undefined : useOf(id, from.name)
    if (member === undefined || use === undefined) continue
    if (gone.some(({ start, end }) => start <= id.start && id.start < end)) continue
    if (use === 'plain' && isHidden(id, { text: from.text, isLocal, member })) continue
    const section = sectionOf(move, member)
    const isVisible = section === 'public' || (move.isUpward && section === 'protected')
    if (!isVisible || (!member.isStatic && !move.isUpward)) {
      const why = isVisible || !member.isStatic ? 'an instance member' : `${section} in ${to.name}`
      problems.add(
        `${from.name} line ${lineAt(starts, id.start)} uses ${member.name}, which would be ${why}`
      )
    } else if (!move.isUpward) {
      cuts.push({ start: id.ownerStart, end: id.end, text: qualified(to.name, from.text, id) })
    }
  }
  return { cuts, problems: [...problems] }
}

/** The target no longer needs the name of the class before its own members. */
export function targetUses({ from, to, options }: Move): TextCut[] {
  const moved = new Set(options.members)
  const isLocal = localTest(to.text, to.members)
  return [...identifiers(to.text)]
    .filter(id => moved.has(id.name) && useOf(id, from.name) === 'class')
    .map(({ name, ownerStart, start }) => ({
      start: ownerStart,
      end: start,
      text: isLocal(name, start) ? `${to.name.toLowerCase()}=>` : ''
    }))
}
