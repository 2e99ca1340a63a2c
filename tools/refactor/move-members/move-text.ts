/** Moves members of a class into another class, in the sources of both. */
import { classParts } from '../../abap/class-parts.ts'
import type { ClassParts, Section } from '../../abap/class-parts.ts'
import { identifiers } from '../../abap/identifiers.ts'
import type { Identifier } from '../../abap/identifiers.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { nearest } from '../../schema/nearest.ts'
import { insertBody, insertDeclaration } from '../../write/source/class-edit.ts'
import { cutsFor, isSeparable, membersOf } from './members.ts'
import type { ClassMember } from './members.ts'
import { localTest } from './scopes.ts'
import { applyCuts } from './text-cuts.ts'
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

export interface MovedMember {
  readonly name: string
  readonly isStatic: boolean
  readonly section: Section
  /** No other class than that which it leaves can use it, but friends. */
  readonly wasPrivate: boolean
  /** 1-based line of the name in the class that it leaves; undefined where it has left already. */
  readonly line: number | undefined
  readonly column: number | undefined
}

export interface Moved {
  readonly from: string
  readonly to: string
  readonly members: readonly MovedMember[]
  /** Why the members cannot be moved, each with its place. */
  readonly problems: readonly string[]
  /** The target is the superclass: nothing changes for those that use the members. */
  readonly isUpward: boolean
  /** References that were rewritten in both classes. */
  readonly places: number
}

interface Side {
  readonly name: string
  readonly text: string
  readonly parts: ClassParts
  readonly members: readonly ClassMember[]
  readonly superclass: string | undefined
}

/** Both sources as they would be, or the reasons against it. Pure. */
export function moveMembers(fromText: string, toText: string, options: MoveOptions): Moved {
  const from = sideOf(fromText, options.from)
  const to = sideOf(toText, options.to)
  const wanted = options.members.map(name => wantedMember(name, from, to))
  const leaving = wanted.flatMap(({ here }) => here ?? [])
  const move: Move = { from, to, leaving, options, isUpward: from.superclass === to.name }
  const inside = leaving.map(member => movedText(move, member))
  const remaining = remainingUses(move)
  const problems = [
    ...leaving.flatMap(member => problemsOf(move, member)),
    ...inside.flatMap(one => one.problems),
    ...remaining.problems
  ]
  const members = wanted.map(one => movedMember(move, one))
  const { isUpward } = move
  if (problems.length > 0) {
    return { from: fromText, to: toText, members, problems, isUpward, places: 0 }
  }
  const places = inside.reduce((sum, one) => sum + one.places, remaining.cuts.length)
  return {
    from: applyCuts(fromText, [...cutsFor(fromText, leaving), ...remaining.cuts]),
    to: inside.reduce((text, one) => inserted(move, text, one), toText),
    members,
    problems,
    isUpward,
    places: places + members.length
  }
}

function sideOf(text: string, name: string): Side {
  const parts = classParts(text, name)
  if (parts === undefined) {
    throw badArguments(
      `The source of ${name} defines no class of that name.`,
      'Both must be classes.'
    )
  }
  const head = /\bINHERITING\s+FROM\s+([\w/]+)/i.exec(text.slice(0, parts.definitionEnd))
  const isOfHead = head !== null && !/\.\s*$/m.test(headBefore(text, head.index, name))
  return {
    name,
    text,
    parts,
    members: membersOf(text, parts),
    superclass: isOfHead ? head?.[1]?.toUpperCase() : undefined
  }
}

/** The text between the name of the class and an offset. */
function headBefore(text: string, at: number, name: string): string {
  const head = text.slice(0, at)
  return head.slice(Math.max(0, head.toUpperCase().lastIndexOf(name)))
}

interface Wanted {
  readonly here: ClassMember | undefined
  /** It is in the target already: an earlier call broke off before the rest. */
  readonly there: ClassMember | undefined
}

function wantedMember(name: string, from: Side, to: Side): Wanted {
  const here = from.members.find(member => member.name === name)
  const there = to.members.find(member => member.name === name)
  if (here !== undefined || there !== undefined) return { here, there }
  const names = from.members.map(member => member.name)
  const near = nearest(name, names)
  throw new ToolError('TOOL_MEMBER_NOT_FOUND', `${from.name} declares no ${name} itself.`, {
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}It declares ${names.slice(0, 40).join(', ') || 'nothing'}. Nothing was changed.`
  })
}

interface Move {
  readonly from: Side
  readonly to: Side
  readonly leaving: readonly ClassMember[]
  readonly options: MoveOptions
  readonly isUpward: boolean
}

function sectionOf({ options }: Move, member: ClassMember): Section {
  return options.section ?? member.section
}

function movedMember(move: Move, { here, there }: Wanted): MovedMember {
  const member = here ?? there
  if (member === undefined) throw new TypeError('a member of neither class')
  const starts = lineStarts(move.from.text)
  const at = here === undefined ? undefined : nameOffset(move.from.text, here)
  const line = at === undefined ? undefined : lineAt(starts, at)
  return {
    name: member.name,
    isStatic: member.isStatic,
    section: here === undefined ? member.section : sectionOf(move, here),
    wasPrivate: member.section === 'private',
    line,
    column: at === undefined || line === undefined ? undefined : at - (starts[line - 1] ?? 0) + 1
  }
}

function nameOffset(text: string, { name, start, end }: ClassMember): number {
  const at = text
    .slice(start, end)
    .toUpperCase()
    .search(new RegExp(`(?<![\\w/])${name}(?!\\w)`))
  return start + Math.max(0, at)
}

const immovable: readonly (readonly [test: (member: ClassMember) => boolean, what: string])[] = [
  [
    ({ keyword }) => /EVENTS$/.test(keyword),
    'is an event: its handlers are registered for the class'
  ],
  [({ keyword }) => keyword === 'ALIASES', 'is an alias for a member of an interface'],
  [({ keyword }) => keyword === 'INTERFACES', 'is an interface: implement it in the other class'],
  [({ name }) => /^(?:CLASS_)?CONSTRUCTOR$/.test(name), 'is a constructor'],
  [({ words }) => words.includes('REDEFINITION'), 'redefines a method of the superclass'],
  [({ words }) => words.includes('ABSTRACT'), 'is abstract: subclasses implement it'],
  [
    ({ words }) => words.some((word, at) => word === 'EVENT' && words[at - 1] === 'FOR'),
    'handles an event'
  ],
  [member => !isSeparable(member), 'shares its statements with other declarations']
]

function problemsOf(move: Move, member: ClassMember): string[] {
  const reason = immovable.find(([test]) => test(member))?.[1]
  if (reason !== undefined) return [`${member.name} ${reason}`]
  const there = move.to.members.find(({ name }) => name === member.name)
  return there === undefined || isSame(move, member, there)
    ? []
    : [`${move.to.name} has a member ${member.name} already`]
}

/** The member is in the target as this move would put it there. */
function isSame(move: Move, here: ClassMember, there: ClassMember): boolean {
  const { declaration, body } = movedText(move, here)
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const other = there.body === undefined ? '' : move.to.text.slice(there.body.start, there.body.end)
  return plain(declaration) === plain(there.declaration) && plain(body) === plain(other)
}

interface MovedText {
  readonly member: ClassMember
  readonly declaration: string
  readonly body: string
  readonly places: number
  readonly problems: readonly string[]
}

/** Declaration and implementation as the target gets them. */
function movedText(move: Move, member: ClassMember): MovedText {
  const { text } = move.from
  const implementation =
    member.body === undefined ? '' : text.slice(member.body.start, member.body.end)
  const declared = outward(move, member, { text: member.declaration, what: 'the declaration' })
  const body = outward(move, member, { text: implementation, what: 'the implementation' })
  return {
    member,
    declaration: applyCuts(member.declaration, declared.cuts),
    body: applyCuts(implementation, body.cuts),
    places: declared.cuts.length + body.cuts.length,
    problems: [...new Set([...declared.problems, ...body.problems])]
  }
}

interface Rewriting {
  readonly cuts: readonly TextCut[]
  readonly problems: readonly string[]
}

/** What a moved text says about members that stay. */
function outward(
  move: Move,
  member: ClassMember,
  { text, what }: { readonly text: string; readonly what: string }
): Rewriting {
  const { from, to, leaving, options } = move
  const stays = new Map(from.members.map(one => [one.name, one]))
  for (const { name } of leaving) stays.delete(name)
  const moved = new Set(leaving.map(({ name }) => name))
  const isLocal = localTest(text, [{ ...member, start: 0, end: text.length }])
  const cuts: TextCut[] = []
  const problems: string[] = []
  const local = new Set(options.localNames)
  for (const id of identifiers(text)) {
    const use = useOf(id, from.name)
    const other = stays.get(id.name)
    const isHidden = use === 'plain' && isLocal(id.name, id.start)
    if (use === undefined || isHidden) continue
    if (use === 'plain' && (id.name === 'SUPER' || isInstanceItself(text, id, member))) {
      problems.push(`${member.name} uses ${id.name.toLowerCase()} in ${what}`)
    } else if (use === 'plain' && local.has(id.name)) {
      problems.push(`${member.name} uses ${id.name}, which is local to ${from.name}`)
    } else if (use === 'class' && moved.has(id.name)) {
      cuts.push({ start: id.ownerStart, end: id.end, text: qualified(to.name, text, id) })
    } else if (other?.keyword === 'INTERFACES') {
      // Without a component the interface is a type, which the other class can name as well.
      if (text[id.end] === '~') {
        problems.push(`${member.name} uses the interface ${id.name} of ${from.name}`)
      }
    } else if (other !== undefined && other.isStatic && other.section === 'public') {
      if (use !== 'class') {
        cuts.push({ start: id.ownerStart, end: id.end, text: qualified(from.name, text, id) })
      }
    } else if (other !== undefined) {
      problems.push(
        `${member.name} uses ${other.name}, ${kindWords(other)} that stays in ${from.name}`
      )
    }
  }
  return { cuts, problems }
}

function kindWords({ section, isStatic, keyword }: ClassMember): string {
  const kind = keyword.endsWith('METHODS')
    ? 'method'
    : keyword.endsWith('DATA')
      ? 'attribute'
      : keyword.toLowerCase()
  return `a ${section} ${isStatic ? '' : 'instance '}${kind}`
}

/** `me` that is handed on; `me->…` is judged by what follows. */
function isInstanceItself(text: string, id: Identifier, member: ClassMember): boolean {
  return id.name === 'ME' && !member.isStatic && !text.startsWith('->', id.end)
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
function remainingUses(move: Move): Rewriting {
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
    if (use === 'plain' && isLocal(id.name, id.start)) continue
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

function inserted(move: Move, text: string, { member, declaration, body }: MovedText): string {
  const parts = classParts(text, move.to.name)
  const isThere =
    parts !== undefined && membersOf(text, parts).some(({ name }) => name === member.name)
  if (isThere) return text
  const declared = insertDeclaration(text, move.to.name, {
    section: sectionOf(move, member),
    declaration
  })
  return body === ''
    ? declared
    : insertBody(declared, move.to.name, { method: member.name, source: body })
}

export const moveMembersInThread = offLoop({ moveMembers }, import.meta.url)
