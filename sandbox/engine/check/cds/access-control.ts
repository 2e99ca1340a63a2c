/** Checks access controls: their syntax, the entities that they protect, and the elements they name. */
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import { readCds } from './reader.ts'
import type { CdsReader } from './reader.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { checkName, entityOf, missingEntity } from './entities.ts'

/** What the source names, for the checks behind its syntax. */
interface Found {
  role?: CdsToken
  readonly entities: CdsToken[]
  /** Elements with the entity of their rule. */
  readonly elements: { readonly entity: CdsToken; readonly element: CdsToken }[]
  /** The first part of the source that is not judged. */
  unchecked?: CdsToken
}

export function checkAccessControl(repository: Repository, object: IObject): FileMessage[] {
  if (object.getType() !== 'DCLS') return []
  const file = object.getFiles().find(each => each.getFilename().endsWith('.asdcls'))
  if (file === undefined) return []
  const name = file.getFilename()
  const found: Found = { entities: [], elements: [] }
  const syntax = readCds(name, file.getRaw(), reader => {
    readSource(reader, found)
  })
  if (syntax.length > 0) return syntax
  return [
    ...(found.role === undefined ? [] : checkName(name, found.role, object.getName())),
    ...found.entities.flatMap(entity =>
      entityOf(repository, entity.text) === undefined ? [missingEntity(name, entity)] : []
    ),
    ...missingElements(repository, name, found),
    ...unchecked(name, found)
  ]
}

function missingElements(repository: Repository, file: string, found: Found): FileMessage[] {
  return found.elements.flatMap(({ entity, element }) => {
    const elements = entityOf(repository, entity.text)?.elements
    if (elements === undefined || elements.has(element.text.toUpperCase())) return []
    const text = `The element "${element.text.toUpperCase()}" does not exist in "${entity.text.toUpperCase()}".`
    return [error(rangeOf(file, [element]), 'dcls_element', text)]
  })
}

function unchecked(file: string, { unchecked: token }: Found): FileMessage[] {
  if (token === undefined) return []
  const text = `From "${token.text.toLowerCase()}" on, the sandbox does not check this part of the access control.`
  return [{ ...rangeOf(file, [token]), severity: 'W', rule: 'sandbox_unchecked', text }]
}

function readSource(reader: CdsReader, found: Found): void {
  reader.skipAnnotations()
  reader.take('DEFINE')
  if (reader.is('ACCESSPOLICY', 'PFCG_MAPPING')) {
    leaveUnchecked(reader, found)
    return
  }
  reader.expect('ROLE')
  found.role = reader.name('the name of a role')
  reader.take('SWITCHABLE')
  reader.expect('{')
  do readRule(reader, found)
  while (!reader.is('}'))
  reader.expect('}')
  reader.take(';')
}

/** `grant select on ENTITY where CONDITION;`, and the rules of projections and inherited roles. */
function readRule(reader: CdsReader, found: Found): void {
  reader.expect('GRANT', 'SELECT', 'ON')
  const entity = reader.name('the name of an entity')
  found.entities.push(entity)
  if (reader.take('AS', 'PROJECTION', 'ON')) {
    found.entities.push(reader.name('the name of an entity'))
    if (reader.take('FALLBACK', 'ASSOCIATION')) reader.name('the name of an association')
  } else if (reader.take('INHERIT')) {
    reader.name('the name of a role')
    if (reader.take('AND') || reader.take('OR')) readCondition(reader, { found, entity })
  } else readConditional(reader, { found, entity })
  reader.expect(';')
}

function readConditional(reader: CdsReader, rule: Rule): void {
  if (reader.take('WITH', 'OPTIONAL', 'ELEMENTS')) {
    if (!reader.is('(')) reader.fail('"("')
    reader.skipBrackets()
  }
  if (reader.take('COMBINATION', 'MODE')) {
    if (!reader.take('OR')) reader.expect('AND')
  } else reader.take('REDEFINITION')
  if (reader.take('WHERE')) readCondition(reader, rule)
}

/** Behind INHERITING or INHERIT: where the conditions come from, and what is replaced in them. */
function readInherited(reader: CdsReader, { found }: Rule): void {
  if (reader.take('INHERIT')) {
    reader.name('the name of a role')
    reader.expect('FOR', 'GRANT', 'SELECT', 'ON')
    found.entities.push(reader.name('the name of an entity'))
  } else {
    reader.expect('INHERITING', 'CONDITIONS', 'FROM')
    if (!reader.take('SUPER')) {
      reader.expect('ENTITY')
      found.entities.push(reader.name('the name of an entity'))
      if (reader.take('DEFAULT') && !reader.take('TRUE')) reader.expect('FALSE')
    }
  }
  if (!reader.take('REPLACING')) return
  if (!reader.is('{')) reader.fail('"{"')
  reader.skipBrackets()
}

/** Skips to the end of the rule, or of the source. */
function leaveUnchecked(reader: CdsReader, found: Found): void {
  const token = reader.peek()
  if (token !== undefined) found.unchecked ??= token
  while (reader.peek() !== undefined && !reader.is(';', '}', ')')) {
    if (reader.is('(', '{', '[')) reader.skipBrackets()
    else reader.next()
  }
  if (reader.is('}') && found.role === undefined) reader.next()
}

interface Rule {
  readonly found: Found
  readonly entity: CdsToken
}

function readCondition(reader: CdsReader, rule: Rule): void {
  do {
    reader.take('NOT')
    readOne(reader, rule)
  } while (reader.take('AND') || reader.take('OR'))
}

const OTHER_FORMS = ['EXISTS', 'IF', 'CASE', '$']
/** `switch_runtime_state( name => x ) is not initial` */
const FUNCTIONS = [
  'SACF_CHECK_IN_USE',
  'OPTIONAL_ELEMENT_EXISTS',
  'SWITCH_RUNTIME_STATE',
  'TOGGLE_RUNTIME_STATE',
  'CONTEXT_NODE_EXISTS'
]

function readOne(reader: CdsReader, rule: Rule): void {
  if (reader.take('TRUE') || reader.take('FALSE') || reader.take('VOID')) return
  if (reader.is('INHERIT', 'INHERITING')) {
    readInherited(reader, rule)
    return
  }
  if (reader.is(...FUNCTIONS) && reader.peek(1)?.text === '(') {
    reader.next()
    reader.skipBrackets()
    reader.expect('IS')
    reader.take('NOT')
    reader.expect('INITIAL')
    return
  }
  if (reader.is(...OTHER_FORMS) || (reader.is('(') && reader.peek(1)?.text === '{')) {
    leaveUnchecked(reader, rule.found)
    return
  }
  if (reader.is('(')) {
    readBrackets(reader, rule)
    return
  }
  readElement(reader, rule)
  readComparison(reader, rule)
}

/** A condition, or the elements that an aspect compares: `( a, b ) = aspect pfcg_auth( … )`. */
function readBrackets(reader: CdsReader, rule: Rule): void {
  const isList = reader.peek(1)?.text === ')' || isElementList(reader)
  reader.expect('(')
  if (!isList) {
    readCondition(reader, rule)
    reader.expect(')')
    return
  }
  while (!reader.is(')')) {
    readElement(reader, rule)
    if (!reader.is(')')) reader.expect(',')
  }
  reader.expect(')')
  reader.take('?')
  reader.expect('=')
  readAspect(reader, rule.found)
}

/** Names with commas and dots between them. */
function isElementList(reader: CdsReader): boolean {
  for (let offset = 1; ; offset++) {
    const [before, text] = [reader.peek(offset - 1)?.text ?? '', reader.peek(offset)?.text]
    if (text === ')') return true
    if (text === undefined || !/^(?:\w+|[.,])$/.test(text)) return false
    if (/^\w/.test(text) && /^\w/.test(before)) return false
  }
}

/** `_Assoc.Element`: only elements of the entity itself are looked up. */
function readElement(reader: CdsReader, { found, entity }: Rule): void {
  const element = reader.name('an element')
  if (!reader.is('.', '[') && !element.text.startsWith('_')) {
    found.elements.push({ entity, element })
  }
  while (reader.is('.', '[')) {
    if (reader.is('[')) reader.skipBrackets()
    else {
      reader.next()
      reader.name('an element')
    }
  }
}

function readComparison(reader: CdsReader, { found }: Rule): void {
  if (reader.take('IS')) {
    reader.take('NOT')
    if (!reader.take('NULL')) reader.expect('INITIAL')
    return
  }
  reader.take('NOT')
  if (reader.take('BETWEEN')) {
    readOperand(reader, found)
    reader.expect('AND')
    readOperand(reader, found)
  } else if (reader.take('LIKE')) {
    readOperand(reader, found)
    if (reader.take('ESCAPE')) readOperand(reader, found)
  } else if (reader.take('IN')) {
    if (!reader.is('(')) reader.fail('"("')
    reader.skipBrackets()
  } else {
    reader.take('?')
    if (!reader.is('=', '<>', '<', '>', '<=', '>=', '!=')) reader.fail('a comparison')
    reader.next()
    readOperand(reader, found)
  }
}

function readOperand(reader: CdsReader, found: Found): void {
  if (reader.is('ASPECT')) {
    readAspect(reader, found)
    return
  }
  reader.take('-')
  const text = reader.peek()?.text ?? ''
  if (!/^(?:'.*'|[\w$#/]+)$/s.test(text)) reader.fail('a value')
  reader.next()
  while (reader.take('.')) reader.next()
}

/** `aspect pfcg_auth( OBJECT, FIELD, ACTVT = '03' )`, `aspect user`, and aspects of own. */
function readAspect(reader: CdsReader, found: Found): void {
  reader.expect('ASPECT')
  const isAuthorization = reader.is('PFCG_AUTH')
  reader.name('the name of an aspect')
  if (!isAuthorization) {
    if (!reader.is(';', ')', 'AND', 'OR')) leaveUnchecked(reader, found)
    return
  }
  reader.expect('(')
  reader.name('the name of an authorization object')
  while (reader.take(',')) {
    reader.name('the name of an authorization field')
    if (reader.take('=')) readOperand(reader, found)
  }
  reader.expect(')')
}
