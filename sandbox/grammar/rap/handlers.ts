/** Reads METHODS … FOR …: what a handler method handles, and its parameters. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { derivedRow, derivedTable, responseType } from './derived-types.ts'
import { findEntity } from './entities.ts'
import type { Definitions, NamedEntity, RapScope } from './entities.ts'
import { behaviorModel } from './model.ts'
import { requestType } from './saved-types.ts'

export type HandlerKind =
  | 'create'
  | 'createby'
  | 'readby'
  | 'features'
  | 'globalfeatures'
  | 'precheck'
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
  /** The action, determination, validation or association; what a precheck checks. */
  readonly operation: string
  /** Names of the parameters of the method; empty where it has none of the kind. */
  readonly keys: string
  readonly request: string
  readonly result: string
  readonly full: string
  readonly link: string
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
  /** With groups for what it names: keys, request, path, result, full, link. */
  readonly pattern: RegExp
  readonly result?: string
  readonly request?: string
}

const PATH = '(?<path>[^\\s.,]+)'
const named = (group: string): string => `!?(?<${group}>\\w+)`
const KEYS = named('keys')
const RESULT = `RESULT ${named('result')}`
const MODIFY = `FOR MODIFY (?:IMPORTING )?${KEYS}`
const EARLY = ['MAPPED EARLY', 'FAILED EARLY', 'REPORTED EARLY']
const CHECKED = ['FAILED EARLY', 'REPORTED EARLY']

interface FormParts {
  readonly pattern: string
  readonly responses: readonly string[]
  readonly result?: string
  readonly request?: string
}
const form = (kind: HandlerKind, rows: string, rest: FormParts): Form => ({
  kind,
  rows,
  ...rest,
  pattern: new RegExp(`${rest.pattern} ?[.,]?$`)
})

const FORMS: readonly Form[] = [
  form('create', 'CREATE', { pattern: `${MODIFY} FOR CREATE ${PATH}`, responses: EARLY }),
  form('update', 'UPDATE', { pattern: `${MODIFY} FOR UPDATE ${PATH}`, responses: EARLY }),
  form('delete', 'DELETE', { pattern: `${MODIFY} FOR DELETE ${PATH}`, responses: EARLY }),
  form('action', 'ACTION IMPORT', {
    pattern: `${MODIFY} FOR ACTION ${PATH}(?: ${RESULT})?`,
    responses: EARLY,
    result: 'ACTION RESULT'
  }),
  form('action', 'FUNCTION IMPORT', {
    pattern: `FOR READ IMPORTING ${KEYS} FOR FUNCTION ${PATH} ${RESULT}`,
    responses: CHECKED,
    result: 'FUNCTION RESULT'
  }),
  form('read', 'READ IMPORT', {
    pattern: `FOR READ IMPORTING ${KEYS} FOR READ ${PATH}(?: FULL ${named('full')})? ${RESULT}(?: LINK ${named('link')})?`,
    responses: CHECKED,
    result: 'READ RESULT'
  }),
  form('lock', 'LOCK', {
    pattern: `FOR (?:LOCK|BEHAVIOR) IMPORTING ${KEYS} FOR LOCK ${PATH}`,
    responses: CHECKED
  }),
  form('numbering', 'CREATE', {
    pattern: `FOR NUMBERING IMPORTING ${KEYS} FOR CREATE ${PATH}`,
    responses: EARLY
  }),
  ...(['CREATE', 'UPDATE', 'DELETE'] as const).map(each =>
    form('precheck', each, {
      pattern: `FOR PRECHECK IMPORTING ${KEYS} FOR ${each} ${PATH}`,
      responses: CHECKED
    })
  ),
  form('precheck', 'ACTION IMPORT', {
    pattern: `FOR PRECHECK IMPORTING ${KEYS} FOR ACTION ${PATH}`,
    responses: CHECKED
  }),
  form('validation', 'VALIDATION', {
    pattern: `FOR VALIDATE ON SAVE IMPORTING ${KEYS} FOR ${PATH}`,
    responses: ['FAILED LATE', 'REPORTED LATE']
  }),
  form('determination', 'DETERMINATION', {
    pattern: `FOR DETERMINE ON (?:MODIFY|SAVE) IMPORTING ${KEYS} FOR ${PATH}`,
    responses: ['REPORTED LATE']
  }),
  ...(['AUTHORIZATION', 'FEATURES'] as const).flatMap(control)
]

/** Methods that permit operations for an instance, and for all instances. */
function control(name: 'AUTHORIZATION' | 'FEATURES'): Form[] {
  const kind = name === 'FEATURES' ? 'features' : 'authorization'
  return [
    form(kind, `${name} KEY`, {
      pattern: `FOR (?:INSTANCE )?${name} IMPORTING ${KEYS} REQUEST ${named('request')} FOR ${PATH} ${RESULT}`,
      responses: CHECKED,
      request: `${name} REQUEST`,
      result: `${name} RESULT`
    }),
    form(`global${kind}`, '', {
      pattern: `FOR GLOBAL ${name} IMPORTING REQUEST ${named('request')} FOR ${PATH} ${RESULT}`,
      responses: ['REPORTED EARLY'],
      request: `GLOBAL ${name} REQUEST`,
      result: `GLOBAL ${name} RESULT`
    })
  ]
}

interface ReadHandler extends Handler {
  readonly form: object
}

const OPERATION =
  /!?\w+ FOR (?:CREATE|UPDATE|DELETE|ACTION) [^\s.,]+(?: REQUEST !?\w+)?(?: RESULT !?\w+)?/g

/** What a statement METHODS handles: FOR MODIFY may have several operations, other forms have one. */
export function readHandlers(node: Nodes.StatementNode, scope: Definitions): ReadHandler[] {
  const text = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const [head, method = ''] = /^METHODS ?:? ?(\w+) FOR MODIFY (?:IMPORTING )?/.exec(text) ?? []
  const operations = head === undefined ? [] : (text.slice(head.length).match(OPERATION) ?? [])
  const texts =
    operations.length > 1
      ? operations.map(each => `METHODS ${method} FOR MODIFY IMPORTING ${each}`)
      : [text]
  return texts.flatMap(each => readForm(each, scope) ?? [])
}

function readForm(text: string, scope: Definitions): ReadHandler | undefined {
  const method = /^METHODS ?:? ?(\w+) FOR /.exec(text)?.[1]
  if (method === undefined) return undefined
  for (const each of FORMS) {
    const parts = each.pattern.exec(text)?.groups
    if (parts === undefined) continue
    const { path = '', keys = '', request = '', result = '', full = '', link = '' } = parts
    const found = findEntity(path, scope)
    if (found === undefined) return undefined
    const names = { keys, request, result, full, link }
    return { ...handled(each, found), method, entity: found.entity.name, ...names, form: each }
  }
  return undefined
}

function handled(
  { kind, rows }: Form,
  { operation, association }: NamedEntity
): Pick<Handler, 'kind' | 'operation'> {
  const name = operation === '' ? association : operation
  if (kind === 'precheck') return { kind, operation: name === '' ? rows : name }
  const along = association !== '' && (kind === 'create' || kind === 'read')
  return { kind: along ? (kind === 'create' ? 'createby' : 'readby') : kind, operation: name }
}

/** The parameters of a handler method; undefined where a type of them cannot be derived. */
export function parametersOf(
  node: Nodes.StatementNode,
  scope: RapScope
): HandlerParameter[] | undefined {
  const handlers = readHandlers(node, scope)
  const lists = handlers.map(handler => {
    const { entity, operation } = handler
    const plain = ['CREATE', 'UPDATE', 'DELETE', ''].includes(operation)
    const step = operation.startsWith('_') ? `\\${operation}` : `~${operation}`
    return derive(handler.form as Form, handler, { path: plain ? entity : entity + step, scope })
  })
  if (lists.length === 0 || lists.includes(undefined)) return undefined
  // the operations of a method share its responses
  return [...new Map(lists.flatMap(list => list ?? []).map(each => [each.name, each])).values()]
}

/** Methods of the save sequence whose redefinition has the responses of the own behavior. */
const SAVER =
  /^METHODS ?:? ?(FINALIZE|CHECK_BEFORE_SAVE|ADJUST_NUMBERS|SAVE_MODIFIED|SAVE) REDEFINITION\b/
const RESPONSES: Readonly<Record<string, readonly string[]>> = {
  ADJUST_NUMBERS: ['MAPPED', 'REPORTED'],
  SAVE_MODIFIED: ['REPORTED'],
  SAVE: ['REPORTED']
}
const REQUESTS = { CREATE: 'CHANGE', UPDATE: 'CHANGE', DELETE: 'DELETE' }

/** The implicit parameters of a redefined method of the saver class. */
export function saverParametersOf(
  node: Nodes.StatementNode,
  scope: RapScope
): HandlerParameter[] | undefined {
  const object = scope.findBehaviorDefinition()
  const model = object === undefined ? undefined : behaviorModel(object)
  const [entity] = model?.entities ?? []
  const text = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const [, method] = SAVER.exec(text) ?? []
  if (entity === undefined || method === undefined) return undefined
  const requests = Object.entries(method === 'SAVE_MODIFIED' ? REQUESTS : {}).map(
    ([name, kind]) => ({ name, type: requestType(kind, entity.name, scope), changing: false })
  )
  const responses = (RESPONSES[method] ?? ['FAILED', 'REPORTED']).map(name => ({
    name,
    type: responseType(`${name} LATE`, entity.name, scope),
    changing: true
  }))
  return [...requests, ...responses].filter(
    (each): each is HandlerParameter => each.type !== undefined
  )
}

function derive(
  { rows, responses, request, result }: Form,
  names: Handler,
  { path, scope }: { path: string; scope: RapScope }
): HandlerParameter[] | undefined {
  const list: { name: string; type: AbstractType | undefined; changing: boolean }[] = []
  if (names.keys !== '') {
    list.push({ name: names.keys, type: derivedTable(rows, path, scope), changing: false })
  }
  if (names.request !== '' && request !== undefined) {
    list.push({ name: names.request, type: derivedRow(request, path, scope), changing: false })
  }
  if (names.full !== '') list.push({ name: names.full, type: fullFlag(), changing: false })
  if (names.result !== '' && result !== undefined) {
    const derive = result.startsWith('GLOBAL') ? derivedRow : derivedTable
    list.push({ name: names.result, type: derive(result, path, scope), changing: true })
  }
  if (names.link !== '') {
    list.push({ name: names.link, type: derivedTable('READ LINK', path, scope), changing: true })
  }
  for (const response of responses) {
    const [name = ''] = response.split(' ')
    const type = responseType(response, path.split('~')[0] ?? '', scope)
    list.push({ name, type, changing: true })
  }
  return list.some(({ type }) => type === undefined)
    ? undefined
    : list.map(each => ({ ...each, type: each.type as AbstractType }))
}

/** Whether RESULT is to be filled, as ABAP_BOOL. */
const fullFlag = (): AbstractType => new BasicTypes.CharacterType(1)
