/** Adds, deletes, redeclares or moves one member of a class. */
import { classParts, sections } from '../../abap/class-parts.ts'
import type { ClassParts, Member, Section } from '../../abap/class-parts.ts'
import { statements } from '../../abap/statements.ts'
import { findUnits } from '../../abap/units.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { nearest } from '../../schema/nearest.ts'
import { offLoop } from '../../call/worker-thread.ts'
import { toLf } from '../../../erp-client/line-ends.ts'

export const classChanges = ['add', 'delete', 'signature', 'visibility'] as const

/** @throws ToolError TOOL_BAD_ARGUMENTS */
export function classChangeOf(word: string): (typeof classChanges)[number] {
  const wanted = word.trim().toLowerCase()
  const found = classChanges.find(each => each === wanted)
  if (found !== undefined) return found
  const near = nearest(wanted, classChanges)
  throw badArguments(
    `\`change\` is ${JSON.stringify(word)}, not one of ${classChanges.join(', ')}.`,
    near === undefined ? undefined : `Did you mean ${near}?`
  )
}

export interface ClassChange {
  readonly change: (typeof classChanges)[number]
  /** Member to delete, or to move to another section. */
  readonly member?: string | undefined
  readonly section?: Section | undefined
  readonly declaration?: string | undefined
  /** Body of a method that is added. */
  readonly source?: string | undefined
}

interface Declared {
  readonly keyword: string
  readonly name: string
  readonly text: string
  readonly isMethod: boolean
  readonly hasBody: boolean
}

/**
 * The new source of a class with one member added, deleted, declared anew or moved. Throws to
 * refuse; nothing is guessed.
 */
export function changeClass(text: string, className: string, options: ClassChange): string {
  const parts = classParts(text, className)
  if (parts === undefined) {
    throw refuse(
      `The source defines no class ${className}.`,
      'edit_class works on the main source of a class.'
    )
  }
  if (options.change === 'add') return added(text, parts, options)
  if (options.change === 'delete') {
    return deleted(text, parts, memberOf(parts, needed(options.member, 'member')))
  }
  if (options.change === 'signature') {
    return redeclared(text, parts, declaredBy(needed(options.declaration, 'declaration')))
  }
  const member = memberOf(parts, needed(options.member, 'member'))
  const section = needed(options.section, 'section')
  if (member.section === section) return text
  return insertDeclaration(withoutMember(text, member), className, {
    section,
    declaration: `${member.text}.`
  })
}

function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) {
    throw badArguments(
      `\`${name}\` is missing.`,
      'Example: {"change":"add","section":"public","declaration":"METHODS run IMPORTING iv_x TYPE i."}'
    )
  }
  return value
}

function refuse(message: string, remedy: string): ToolError {
  return new ToolError('TOOL_BAD_CLASS_CHANGE', message, {
    remedy: `${remedy} Nothing was changed.`
  })
}

const methodWords = new Set(['METHODS', 'CLASS-METHODS'])

/** Exactly one declaration of one member. */
function declaredBy(given: string): Declared {
  const text = toLf(given).trim().replace(/\.?$/, '.')
  const [only, second] = [...statements(text)]
  const [keyword = '', name] = only?.words ?? []
  const known =
    classParts(`CLASS x DEFINITION.\nPUBLIC SECTION.\n${text}\nENDCLASS.`, 'X')?.members ?? []
  if (only === undefined || second !== undefined || name === undefined || known.length !== 1) {
    throw badArguments(
      '`declaration` must be one declaration of one member.',
      'For example: METHODS run IMPORTING iv_x TYPE i RETURNING VALUE(rv_y) TYPE string.'
    )
  }
  const isMethod = methodWords.has(keyword)
  return {
    keyword,
    name: known[0]?.name ?? name,
    text,
    isMethod,
    hasBody: isMethod && !only.words.includes('ABSTRACT')
  }
}

function memberOf(parts: ClassParts, wanted: string): Member {
  const name = wanted.trim().toUpperCase()
  const found = parts.members.find(member => member.name === name)
  if (found !== undefined) return found
  const near = nearest(
    name,
    parts.members.map(member => member.name)
  )
  throw new ToolError('TOOL_MEMBER_NOT_FOUND', `${parts.name} declares no ${name} itself.`, {
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}It declares ${
      parts.members
        .map(member => member.name)
        .slice(0, 60)
        .join(', ') || 'nothing'
    }.`
  })
}

function added(
  text: string,
  parts: ClassParts,
  { section = 'public', declaration, source }: ClassChange
): string {
  const declared = declaredBy(needed(declaration, 'declaration'))
  if (parts.members.some(({ name }) => name === declared.name)) {
    throw refuse(
      `${parts.name} has a member ${declared.name} already.`,
      'Use change signature to declare it anew.'
    )
  }
  if (source !== undefined && !declared.hasBody) {
    throw refuse(
      `${declared.name} has no implementation to put \`source\` into.`,
      'Leave `source` out.'
    )
  }
  const withDeclaration = insertDeclaration(text, parts.name, {
    section,
    declaration: declared.text
  })
  return declared.hasBody
    ? insertBody(withDeclaration, parts.name, { method: declared.name, source })
    : withDeclaration
}

/** Puts a declaration at the end of a section; a section that is missing is opened in its place. */
export function insertDeclaration(
  text: string,
  className: string,
  { section, declaration }: { section: Section; declaration: string }
): string {
  const parts = classParts(text, className)
  if (parts === undefined) {
    throw refuse(`The source defines no class ${className}.`, 'Read it again.')
  }
  const body = declaration
    .split('\n')
    .map(line => `    ${line}`.trimEnd())
    .join('\n')
  const end = parts.sectionEnds.get(section)
  if (end !== undefined) {
    return `${text.slice(0, lineEnd(text, end))}\n${body}${text.slice(lineEnd(text, end))}`
  }
  const later = sections.slice(sections.indexOf(section) + 1)
  const next = [...statements(text)].find(
    ({ words, start }) =>
      start < parts.definitionEnd &&
      words[1] === 'SECTION' &&
      later.some(one => one.toUpperCase() === words[0])
  )
  const at = lineStart(text, next?.start ?? parts.definitionEnd)
  return `${text.slice(0, at)}  ${section.toUpperCase()} SECTION.\n${body}\n${text.slice(at)}`
}

/** Behind the rest of the line, where a comment may stand. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Puts the implementation of a method at the end of those of its class. */
export function insertBody(
  text: string,
  className: string,
  { method, source }: { method: string; source: string | undefined }
): string {
  const given = source === undefined ? '' : toLf(source).replace(/^\n+/, '').trimEnd()
  const whole = /^(?:\s*[*"][^\n]*\n)*\s*METHOD\s/i.test(given)
    ? given
    : `  METHOD ${method.toLowerCase()}.\n${given === '' ? '' : `${given}\n`}  ENDMETHOD.`
  const units = findUnits(whole)
  if (units.length !== 1 || units[0]?.name !== method || !units[0].closed) {
    throw refuse(
      '`source` is not the body of that one method.',
      'Give the statements, or METHOD … ENDMETHOD of it.'
    )
  }
  const end = classParts(text, className)?.implementationEnd
  if (end === undefined) {
    return `${text.trimEnd()}\n\nCLASS ${className.toLowerCase()} IMPLEMENTATION.\n${whole}\nENDCLASS.\n`
  }
  const at = lineStart(text, end)
  return `${text.slice(0, at).trimEnd()}\n\n${whole}\n${text.slice(at)}`
}

function deleted(text: string, parts: ClassParts, member: Member): string {
  const body = methodWords.has(member.keyword)
    ? findUnits(text).find(
        ({ container, name }) => container === parts.name && name === member.name
      )
    : undefined
  // The implementation stands behind the definition: taking it first keeps the offsets of the
  // declaration.
  const cut = body === undefined ? text : cutLines(text, body.start, body.end)
  return withoutMember(cut, member)
}

function cutLines(text: string, start: number, end: number): string {
  const from = lineStart(text, start)
  const to = lineEnd(text, end)
  const alone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === ''
  return alone
    ? `${text.slice(0, from).replace(/\n\n$/, '\n')}${text.slice(to + 1)}`
    : text.slice(0, start) + text.slice(end)
}

function withoutMember(text: string, member: Member): string {
  const { statement, siblings } = member
  if (siblings === 1) return cutLines(text, statement.start, statement.end)
  // A chain keeps its other parts: the last one gives its period to the one before.
  const isLast = text[member.end] === '.'
  const before = text.lastIndexOf(',', member.start)
  return isLast && before >= statement.start
    ? `${text.slice(0, before)}.${text.slice(member.end + 1)}`
    : text.slice(0, member.start) + text.slice(member.end + 1)
}

function redeclared(text: string, parts: ClassParts, declared: Declared): string {
  const member = memberOf(parts, declared.name)
  if (methodWords.has(member.keyword) !== declared.isMethod) {
    throw refuse(
      `${member.name} is declared with ${member.keyword}, not with ${declared.keyword}.`,
      'Delete it and add the new one.'
    )
  }
  if (member.siblings === 1) {
    return (
      text.slice(0, member.statement.start) +
      declared.text.replaceAll('\n', '\n    ') +
      text.slice(member.statement.end)
    )
  }
  return insertDeclaration(withoutMember(text, member), parts.name, {
    section: member.section,
    declaration: declared.text
  })
}

export const changeClassInThread = offLoop({ changeClass }, import.meta.url)
