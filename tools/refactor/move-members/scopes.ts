/** The names that are declared inside a method or a declaration, and hide members of the class. */
import { statements } from '../../abap/statements.ts'
import { findUnits } from '../../abap/units.ts'
import type { Unit } from '../../abap/units.ts'
import type { Identifier } from '../../abap/identifiers.ts'
import type { ClassMember } from './members.ts'

const declaring = new Set(['DATA', 'STATICS', 'CONSTANTS', 'TYPES', 'FIELD-SYMBOLS'])
const inline = /\b(?:DATA|FINAL|VALUE|REFERENCE)\(\s*!?(\w+)\s*\)/gi
const loops = /\b(?:FOR|LET)\s+(\w+)\s+(?:IN\b|=)/gi
/** Parameters, and components of structures. */
const typed = /(\w+)\)?\s+(?:TYPE|LIKE)\b/gi
const structure = /\bBEGIN\s+OF\b[\s\S]*?\bEND\s+OF\s+\w+/gi
const structures = /\bBEGIN\s+OF\s+(\w+)/gi

/** Upper case. Too many names are harmless: the syntax check finds what is missed. */
export function declaredNames(text: string): Set<string> {
  const names = [inline, loops].flatMap(pattern => captured(text, pattern))
  for (const { words, start, end } of statements(text)) {
    if (!declaring.has(words[0] ?? '')) continue
    names.push(...captured(text.slice(start, end), typed), ...chained(words))
  }
  return new Set(names)
}

/** The parameters of a method, or the components of a structure. */
export function innerNames({ declaration, name }: Pick<ClassMember, 'declaration' | 'name'>) {
  const names = [typed, structures].flatMap(pattern => captured(declaration, pattern))
  return new Set(names.filter(one => one !== name))
}

function captured(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name.toUpperCase())
}

/** `DATA a.` and `DATA: a, b.` without a type. */
function chained(words: readonly string[]): string[] {
  return words.filter((_word, at) => at > 0 && [words[0], ':', ','].includes(words[at - 1]))
}

/** Whether a name at an offset is declared by the method or declaration around it. */
export function localTest(
  text: string,
  members: readonly ClassMember[]
): (name: string, at: number) => boolean {
  const units = findUnits(text)
  const byName = new Map(members.map(member => [member.name, member]))
  const known = new Map<Unit, ReadonlySet<string>>()
  const namesIn = (unit: Unit): ReadonlySet<string> => {
    const found = known.get(unit)
    if (found !== undefined) return found
    const own = byName.get(unit.name)
    const names = declaredNames(text.slice(unit.bodyStart, unit.bodyEnd))
    const all = own === undefined ? names : new Set([...names, ...innerNames(own)])
    known.set(unit, all)
    return all
  }
  return (name, at) => {
    const unit = units.find(({ start, end }) => start <= at && at < end)
    if (unit !== undefined) return namesIn(unit).has(name)
    const member = members.find(({ start, end }) => start <= at && at < end)
    return member !== undefined && innerNames(member).has(name)
  }
}

const topLevel =
  /^[ \t]*(?:CLASS\s+([\w/]+)\s+DEFINITION|INTERFACE\s+([\w/]+)|DEFINE\s+(\w+)|(?:TYPES|CONSTANTS)\b[^.]*)/gim

/** The classes, interfaces, macros, types and constants that an include of a class declares. */
export function topLevelNames(text: string): string[] {
  return [...text.matchAll(topLevel)].flatMap(([whole, ...names]) => {
    const named = names.filter(name => name !== undefined)
    return named.length > 0
      ? named.map(name => name.toUpperCase())
      : [...captured(whole, structures), ...captured(whole.replace(structure, ''), typed)]
  })
}

/** A type stands behind these words only; what stands there is no attribute. */
const beforeTypes = new Set([
  'TYPE',
  'OF',
  'TO',
  'NEW',
  'VALUE',
  'CONV',
  'EXACT',
  'CORRESPONDING',
  'REDUCE',
  'FILTER',
  'CAST',
  'REF'
])

/**
 * Whether a name without a class can mean a member of that kind where it stands: types have names of
 * their own, and a method is called. Keywords have the names of members otherwise.
 */
export function canMean(
  { keyword }: Pick<ClassMember, 'keyword'>,
  { previous, end }: Identifier,
  text: string
): boolean {
  if (keyword === 'TYPES') return beforeTypes.has(previous)
  if (keyword.endsWith('METHODS')) return text[end] === '(' || previous === 'METHOD'
  return previous !== 'TYPE'
}
