/** Completion proposals for places in a statement that allow only certain kinds of names. */
import { Objects } from '@abaplint/core'
import type { IMethodDefinition } from '@abaplint/core'
import type { FileProposal } from '../../types.ts'
import type { ScopeView } from './chain.ts'
import { chainAtEnd, definitionOf, resolveChain } from './chain.ts'
import { allMembers, findDefinition, typeText } from './members.ts'
import { fieldsOf } from './types-of.ts'
import type { CompletionContext } from './completion-context.ts'

/** A proposal before it is compared with the prefix. */
export interface Proposal extends Omit<FileProposal, 'prefixLength' | 'insert'> {
  readonly method?: IMethodDefinition
}

type ProposalSource = (view: ScopeView, context: CompletionContext) => Proposal[]

/**
 * Kinds of names by the text before the cursor, where the syntax allows one kind only; the first
 * pattern that matches decides.
 */
const PLACES: readonly (readonly [RegExp, ProposalSource])[] = [
  [/\bCALL\s+FUNCTION\s+'$/i, functions],
  [
    /\b(?:NEW|CAST|EXCEPTION\s+TYPE|EXCEPTION\s+NEW|INHERITING\s+FROM|CATCH(?:\s+BEFORE\s+UNWIND)?|INSTANCE\s+OF|RAISING)\s+$/i,
    classes
  ],
  [/\bINTERFACES\s*:?\s+$/i, interfaces],
  [/\bTYPE\s+REF\s+TO\s+$/i, referenceTypes],
  [
    /\b(?:TYPE|VALUE|CONV|EXACT|CORRESPONDING)\s+(?:(?:STANDARD\s+|SORTED\s+|HASHED\s+)?TABLE\s+OF\s+|RANGE\s+OF\s+|LINE\s+OF\s+)?$/i,
    types
  ],
  [/^\s*PERFORM\s+$/i, forms],
  [/^\s*METHOD\s+$/i, openMethods],
  [/\b(?:FROM|JOIN|UPDATE|DELETE\s+FROM|INSERT\s+INTO|MODIFY|TABLES)\s+$/i, tables],
  [/\bRAISE\s+EVENT\s+$/i, events],
  [/^\s*SELECT\b/i, sqlFields]
]

/** Proposals where the syntax allows one kind of name only; undefined elsewhere. */
export function proposeByStatement(
  view: ScopeView,
  context: CompletionContext
): Proposal[] | undefined {
  const match = PLACES.find(([pattern]) => pattern.test(context.before))
  const found = match?.[1](view, context)
  return found === undefined || found.length === 0 ? undefined : found
}

function objectsOf({ repository }: ScopeView, type: string, kind: Proposal['kind']): Proposal[] {
  const found: Proposal[] = []
  for (const object of repository.registry.getObjectsByType(type)) {
    found.push({ name: object.getName(), kind, detail: object.getDescription() ?? '' })
  }
  return found
}

function functions({ repository }: ScopeView): Proposal[] {
  const found: Proposal[] = []
  for (const group of repository.registry.getObjectsByType('FUGR')) {
    if (!(group instanceof Objects.FunctionGroup)) continue
    for (const module of group.getModules()) {
      found.push({
        name: module.getName().toUpperCase(),
        kind: 'function',
        detail: `function group ${group.getName()}`
      })
    }
  }
  return found
}

function classes(view: ScopeView): Proposal[] {
  const local =
    view.scope?.listClassDefinitions().map((definition): Proposal => ({
      name: definition.getName().toUpperCase(),
      kind: 'class',
      detail: 'local class'
    })) ?? []
  return [...local, ...objectsOf(view, 'CLAS', 'class')]
}

function interfaces(view: ScopeView): Proposal[] {
  const local =
    view.scope?.listInterfaceDefinitions().map((definition): Proposal => ({
      name: definition.getName().toUpperCase(),
      kind: 'interface',
      detail: 'local interface'
    })) ?? []
  return [...local, ...objectsOf(view, 'INTF', 'interface')]
}

function referenceTypes(view: ScopeView): Proposal[] {
  return [
    ...classes(view),
    ...interfaces(view),
    ...['DATA', 'OBJECT'].map((name): Proposal => ({
      name,
      kind: 'type',
      detail: 'generic reference'
    }))
  ]
}

const ELEMENTARY = [
  'I',
  'INT8',
  'STRING',
  'XSTRING',
  'C',
  'N',
  'D',
  'T',
  'P',
  'X',
  'F',
  'DECFLOAT16',
  'DECFLOAT34',
  'UTCLONG',
  'ABAP_BOOL',
  'ANY',
  'REF TO',
  'TABLE OF',
  'STANDARD TABLE OF',
  'SORTED TABLE OF',
  'HASHED TABLE OF'
]

function types(view: ScopeView): Proposal[] {
  const found: Proposal[] = []
  for (let node = view.scope; node !== undefined; node = node.getParent()) {
    if (node.getIdentifier().stype === '_builtin') continue
    for (const [name, typed] of Object.entries(node.getData().types)) {
      found.push({ name: name.toUpperCase(), kind: 'type', detail: typeText(typed) })
    }
  }
  const elementary = ELEMENTARY.map((name): Proposal => ({
    name,
    kind: 'type',
    detail: 'elementary type'
  }))
  return [
    ...found,
    ...elementary,
    ...objectsOf(view, 'TABL', 'table'),
    ...objectsOf(view, 'DTEL', 'object'),
    ...objectsOf(view, 'TTYP', 'object'),
    ...objectsOf(view, 'DDLS', 'view'),
    ...objectsOf(view, 'CLAS', 'class'),
    ...objectsOf(view, 'INTF', 'interface')
  ]
}

function forms({ scope }: ScopeView): Proposal[] {
  const found: Proposal[] = []
  for (let node = scope; node !== undefined; node = node.getParent()) {
    for (const form of node.getData().forms) {
      found.push({ name: form.getName().toUpperCase(), kind: 'form', detail: 'subroutine' })
    }
  }
  return found
}

/** Methods that the class can implement: its own and inherited abstract ones. */
function openMethods(view: ScopeView): Proposal[] {
  if (view.self === undefined) return []
  return allMembers(view.repository, view.scope, view.self)
    .filter(
      member =>
        member.kind === 'method' &&
        (!member.inherited || member.method?.isAbstract() === true) &&
        member.method !== undefined
    )
    .map(member => ({
      name: member.name,
      kind: 'method',
      detail: '',
      visibility: member.visibility
    }))
}

function tables(view: ScopeView): Proposal[] {
  return [
    ...objectsOf(view, 'TABL', 'table'),
    ...objectsOf(view, 'DDLS', 'view'),
    ...objectsOf(view, 'VIEW', 'view')
  ]
}

function events(view: ScopeView): Proposal[] {
  if (view.self === undefined) return []
  return allMembers(view.repository, view.scope, view.self)
    .filter(member => member.kind === 'event')
    .map(({ name, visibility, inherited }) => ({
      name,
      kind: 'event',
      detail: '',
      visibility,
      inherited
    }))
}

/** Fields of the tables that the statement names; host variables begin with @. */
function sqlFields(
  { repository }: ScopeView,
  { before, statement }: CompletionContext
): Proposal[] {
  if (/@$/.test(before)) return []
  const found: Proposal[] = []
  for (const [, table] of `${statement} `.matchAll(/\b(?:FROM|JOIN)\s+([\w/]+)/gi)) {
    for (const [name, type] of fieldsOf(repository.registry, table ?? '') ?? []) {
      found.push({ name, kind: 'field', detail: type.toText(0).replaceAll('```', '') })
    }
  }
  return found
}

/** Parameters of the call whose parentheses are open; they precede all other proposals. */
export function suppliableParameters(view: ScopeView, { before }: CompletionContext): Proposal[] {
  const open = openCall(before)
  const links = open === undefined ? [] : chainAtEnd(open)
  const last = links.at(-1)
  if (last === undefined) return []
  const definition =
    last.constructor_ === 'NEW'
      ? findDefinition(view.repository, view.scope, last.name)
      : links.length === 1
        ? view.self
        : ownerOfCall(view, links)
  const name = last.constructor_ === 'NEW' ? 'CONSTRUCTOR' : last.name
  const method =
    definition === undefined
      ? undefined
      : allMembers(view.repository, view.scope, definition).find(
          member => member.name === name || member.name.endsWith(`~${name}`)
        )?.method
  return (
    method
      ?.getParameters()
      .getAll()
      .filter(parameter => parameter !== method.getParameters().getReturning())
      .map(parameter => ({
        name: parameter.getName().replace('!', '').toUpperCase(),
        kind: 'parameter',
        detail: typeText(parameter)
      })) ?? []
  )
}

function ownerOfCall(
  view: ScopeView,
  links: ReturnType<typeof chainAtEnd>
): ReturnType<typeof definitionOf> {
  const end = resolveChain(view, links.slice(0, -1), links.at(-1)?.operator ?? '')
  return end === undefined ? undefined : definitionOf(view, end)
}

/** The text before the innermost parenthesis that is still open. */
function openCall(text: string): string | undefined {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(' && depth-- === 0) return text.slice(0, at)
  }
  return undefined
}
