/** Moves members of a class into another class, in the sources of both. */
import { classParts } from '../../abap/class-parts.ts'
import type { Section } from '../../abap/class-parts.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { nearest } from '../../schema/nearest.ts'
import { insertBody, insertDeclaration } from '../../write/source/class-edit.ts'
import { cutsFor, isSeparable, membersOf } from './members.ts'
import type { ClassMember } from './members.ts'
import { outwardUses, remainingUses, sectionOf, targetUses } from './rewriting.ts'
import type { Move, MoveOptions, Side } from './rewriting.ts'
import { applyCuts } from './text-cuts.ts'

export interface MovedMember {
  readonly name: string
  readonly keyword: string
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
  const inTarget = targetUses(move)
  const places = inside.reduce((sum, one) => sum + one.places, remaining.cuts.length)
  return {
    from: applyCuts(fromText, [...cutsFor(fromText, leaving), ...remaining.cuts]),
    to: inside.reduce((text, one) => inserted(move, text, one), applyCuts(toText, inTarget)),
    members,
    problems,
    isUpward,
    places: places + inTarget.length + members.length
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

function movedMember(move: Move, { here, there }: Wanted): MovedMember {
  const member = here ?? there
  if (member === undefined) throw new TypeError('a member of neither class')
  const starts = lineStarts(move.from.text)
  const at = here === undefined ? undefined : nameOffset(move.from.text, here)
  const line = at === undefined ? undefined : lineAt(starts, at)
  return {
    name: member.name,
    keyword: member.keyword,
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
  const declared = outwardUses(move, {
    member,
    text: member.declaration,
    what: 'the declaration'
  })
  const body = outwardUses(move, { member, text: implementation, what: 'the implementation' })
  return {
    member,
    declaration: applyCuts(member.declaration, declared.cuts),
    body: applyCuts(implementation, body.cuts),
    places: declared.cuts.length + body.cuts.length,
    problems: [...new Set([...declared.problems, ...body.problems])]
  }
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
