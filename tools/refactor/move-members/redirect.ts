/** Redirects the uses of static members to the class that they are moved to. */
import { classParts } from '../../abap/class-parts.ts'
import { identifiers } from '../../abap/identifiers.ts'
import type { Identifier } from '../../abap/identifiers.ts'
import { lineAt, lineStarts } from '../../abap/units.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { membersOf } from './members.ts'
import type { ClassMember } from './members.ts'
import { canMean, localTest } from './scopes.ts'
import { applyCuts } from './text-cuts.ts'
import type { TextCut } from './text-cuts.ts'

export interface RedirectOptions {
  /** Names of the classes, upper case. */
  readonly from: string
  readonly to: string
  readonly members: readonly Pick<ClassMember, 'name' | 'keyword' | 'isStatic'>[]
}

export interface Redirected {
  readonly after: string
  readonly places: number
  /** The static members that are used, upper case. */
  readonly used: readonly string[]
  /** 1-based lines that use one of the other names at an object. */
  readonly atObjects: readonly number[]
  /** 1-based lines where a subclass uses a member without naming the class. */
  readonly inherited: readonly number[]
}

const heir = /^[ \t]*CLASS\s+([\w/]+)\s+DEFINITION\b[^.]*?\bINHERITING\s+FROM\s+([\w/]+)/gim

/** `zcl_from=>member` as `zcl_to=>member`. Pure and linear in the length of the text. */
export function redirectUses(text: string, { from, to, members }: RedirectOptions): Redirected {
  const byName = new Map(members.map(member => [member.name, member]))
  const isStatic = ({ name }: Identifier) => byName.get(name)?.isStatic === true
  const uses = [...identifiers(text)].filter(({ name }) => byName.has(name))
  const isHeirs = heirTest(text, from)
  const starts = lineStarts(text)
  const lineOf = ({ start }: Identifier) => lineAt(starts, start)
  const atClass = uses.filter(id => id.operator === '=>' && id.owner === from && isStatic(id))
  const cuts = atClass.map(({ ownerStart, start }): TextCut => ({
    start: ownerStart,
    end: start,
    text: `${to.toLowerCase()}=>`
  }))
  return {
    after: applyCuts(text, cuts),
    places: cuts.length,
    used: [...new Set(atClass.map(({ name }) => name))],
    atObjects: uses.filter(id => id.operator === '->' && !isStatic(id)).map(lineOf),
    inherited: uses
      .filter(id => {
        const member = byName.get(id.name)
        return member !== undefined && canMean(member, id, text) && isHeirs(id)
      })
      .map(lineOf)
  }
}

/** A plain name in a subclass is the inherited member, unless the subclass hides it. */
function heirTest(text: string, from: string): (id: Identifier) => boolean {
  const heirs = [...text.matchAll(heir)]
    .filter(([, , superclass]) => superclass?.toUpperCase() === from)
    .flatMap(([, name = '']) => classParts(text, name) ?? [])
  if (heirs.length === 0) return () => false
  const isLocal = localTest(
    text,
    heirs.flatMap(parts => membersOf(text, parts))
  )
  return id =>
    !id.isArgument &&
    (id.operator === undefined || (id.operator === '->' && id.owner === 'ME')) &&
    !isLocal(id.name, id.start)
}

export const redirectInThread = offLoop({ redirectUses }, import.meta.url)
