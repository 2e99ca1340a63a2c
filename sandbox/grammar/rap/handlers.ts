/** Reads METHODS … FOR …: what a handler method handles, and its parameters. */
import type { AbstractType, Nodes } from '@abaplint/core'
import { derivedRow, derivedTable, findEntity, responseType } from './derived-types.ts'
import type { RapScope } from './derived-types.ts'
import { behaviorModel } from './model.ts'

export type HandlerKind =
  | 'create'
  | 'update'
  | 'delete'
  | 'action'
  | 'read'
  | 'lock'
  | 'numbering'
  | 'validation'
  | 'determination'
  | 'authorization'
  | 'globalauthorization'

export interface Handler {
  readonly kind: HandlerKind
  readonly method: string
  readonly entity: string
  /** The action, determination or validation. */
  readonly operation: string
  /** Names of what the method imports. */
  readonly keys: string
  readonly request: string
  readonly result: string
}

export interface HandlerParameter {
  readonly name: string
  readonly type: AbstractType
  readonly changing: boolean
}

/** Kind, type of the imported table, responses, and the pattern behind FOR. */
interface Form {
  readonly kind: HandlerKind
  readonly rows: string
  readonly responses: readonly string[]
  readonly pattern: RegExp
  readonly result?: string
}

const NAME = '!?(\\w+)'
const EARLY = ['MAPPED EARLY', 'FAILED EARLY', 'REPORTED EARLY']
const form = (
  kind: HandlerKind,
  rows: string,
  rest: { pattern: string; responses: readonly string[]; result?: string }
): Form => ({ kind, rows, ...rest, pattern: new RegExp(`${rest.pattern} ?\\.?$`) })

const FORMS: readonly Form[] = [
  form('create', 'CREATE', {
    pattern: `FOR MODIFY (?:IMPORTING )?${NAME} FOR CREATE ([^\\s.]+)`,
    responses: EARLY
  }),
  form('update', 'UPDATE', {
    pattern: `FOR MODIFY (?:IMPORTING )?${NAME} FOR UPDATE ([^\\s.]+)`,
    responses: EARLY
  }),
  form('delete', 'DELETE', {
    pattern: `FOR MODIFY (?:IMPORTING )?${NAME} FOR DELETE ([^\\s.]+)`,
    responses: EARLY
  }),
  form('action', 'ACTION IMPORT', {
    pattern: `FOR MODIFY (?:IMPORTING )?${NAME} FOR ACTION ([^\\s.]+)(?: RESULT ${NAME})?`,
    responses: EARLY,
    result: 'ACTION RESULT'
  }),
  form('read', 'READ IMPORT', {
    pattern: `FOR READ IMPORTING ${NAME} FOR READ ([^\\s.]+) RESULT ${NAME}`,
    responses: ['FAILED EARLY', 'REPORTED EARLY'],
    result: 'READ RESULT'
  }),
  form('lock', 'LOCK', {
    pattern: `FOR (?:LOCK|BEHAVIOR) IMPORTING ${NAME} FOR LOCK ([^\\s.]+)`,
    responses: ['FAILED EARLY', 'REPORTED EARLY']
  }),
  form('numbering', 'CREATE', {
    pattern: `FOR NUMBERING IMPORTING ${NAME} FOR CREATE ([^\\s.]+)`,
    responses: EARLY
  }),
  form('validation', 'VALIDATION', {
    pattern: `FOR VALIDATE ON SAVE IMPORTING ${NAME} FOR ([^\\s.]+)`,
    responses: ['FAILED LATE', 'REPORTED LATE']
  }),
  form('determination', 'DETERMINATION', {
    pattern: `FOR DETERMINE ON (?:MODIFY|SAVE) IMPORTING ${NAME} FOR ([^\\s.]+)`,
    responses: ['REPORTED LATE']
  }),
  form('authorization', 'AUTHORIZATION KEY', {
    pattern: `FOR (?:INSTANCE )?AUTHORIZATION IMPORTING ${NAME} REQUEST ${NAME} FOR ([^\\s.]+) RESULT ${NAME}`,
    responses: ['FAILED EARLY', 'REPORTED EARLY'],
    result: 'AUTHORIZATION RESULT'
  }),
  form('globalauthorization', '', {
    pattern: `FOR GLOBAL AUTHORIZATION IMPORTING REQUEST ${NAME} FOR ([^\\s.]+) RESULT ${NAME}`,
    responses: ['REPORTED EARLY'],
    result: 'GLOBAL AUTHORIZATION RESULT'
  })
]

type Definitions = Pick<RapScope, 'findBehaviorDefinition' | 'findBehaviorDefinitionByName'>

/** What a statement METHODS handles; undefined for other methods, and for what is not known. */
export function readHandler(
  node: Nodes.StatementNode,
  scope: Definitions
): (Handler & { readonly form: object }) | undefined {
  const text = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const method = /^METHODS ?:? ?(\w+) FOR /.exec(text)?.[1]
  if (method === undefined) return undefined
  for (const each of FORMS) {
    const parts = each.pattern.exec(text)?.slice(1)
    if (parts === undefined) continue
    const { path, ...names } = namesOf(each, parts)
    const found = findEntity(path, scope)
    if (found === undefined) return undefined
    const operation = found.operation
    return { kind: each.kind, method, entity: found.entity.name, operation, ...names, form: each }
  }
  return undefined
}

/** The parameters of a handler method; undefined where a type of them cannot be derived. */
export function parametersOf(
  node: Nodes.StatementNode,
  scope: RapScope
): HandlerParameter[] | undefined {
  const handler = readHandler(node, scope)
  if (handler === undefined) return undefined
  const { entity, operation } = handler
  const path = operation === '' ? entity : `${entity}~${operation}`
  return derive(handler.form as Form, { ...handler, path }, scope)
}

/** Methods of the save sequence whose redefinition has the responses of the own behavior. */
const SAVER = /^METHODS ?:? ?(?:FINALIZE|CHECK_BEFORE_SAVE) REDEFINITION\b/

/** The implicit parameters of a redefined method of the saver class. */
export function saverParametersOf(
  node: Nodes.StatementNode,
  scope: RapScope
): HandlerParameter[] | undefined {
  const object = scope.findBehaviorDefinition()
  const model = object === undefined ? undefined : behaviorModel(object)
  const [entity] = model?.entities ?? []
  const text = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  if (entity === undefined || !SAVER.test(text)) return undefined
  const parameters = ['FAILED', 'REPORTED'].map(name => ({
    name,
    type: responseType(`${name} LATE`, entity.name, scope),
    changing: true
  }))
  return parameters.filter((each): each is HandlerParameter => each.type !== undefined)
}

interface Names {
  readonly keys: string
  readonly request: string
  readonly path: string
  readonly result: string
}

function namesOf({ kind }: Form, parts: readonly (string | undefined)[]): Names {
  const [first = '', second = '', third = '', fourth = ''] = parts
  if (kind === 'authorization') {
    return { keys: first, request: second, path: third, result: fourth }
  }
  if (kind === 'globalauthorization') {
    return { keys: '', request: first, path: second, result: third }
  }
  return { keys: first, request: '', path: second, result: third }
}

function derive(
  { rows, responses, result }: Form,
  names: Names,
  scope: RapScope
): HandlerParameter[] | undefined {
  const list: { name: string; type: AbstractType | undefined; changing: boolean }[] = []
  if (names.keys !== '') {
    list.push({ name: names.keys, type: derivedTable(rows, names.path, scope), changing: false })
  }
  if (names.request !== '') {
    const type = derivedRow('AUTHORIZATION REQUEST', names.path, scope)
    list.push({ name: names.request, type, changing: false })
  }
  if (names.result !== '' && result !== undefined) {
    const derive = result.startsWith('GLOBAL') ? derivedRow : derivedTable
    list.push({ name: names.result, type: derive(result, names.path, scope), changing: true })
  }
  for (const response of responses) {
    const [name = ''] = response.split(' ')
    const type = responseType(response, names.path.split('~')[0] ?? '', scope)
    list.push({ name, type, changing: true })
  }
  return list.some(({ type }) => type === undefined)
    ? undefined
    : list.map(each => ({ ...each, type: each.type as AbstractType }))
}
