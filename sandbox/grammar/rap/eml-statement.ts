/** Reads the statements of EML: MODIFY, READ, COMMIT and ROLLBACK ENTITIES. */
import { Expressions, Nodes } from '@abaplint/core'

export interface EmlOperation {
  readonly kind: 'create' | 'update' | 'delete' | 'execute' | 'read'
  readonly entity: string
  readonly action: string
  /** That CREATE BY and READ BY go along; empty for other operations. */
  readonly association: string
  fields: 'from' | 'all' | 'set' | string[]
  autoFill: boolean
  /** Where the action is named, and the fields in parentheses. */
  readonly nameNode?: Nodes.ExpressionNode
  fieldNodes: readonly Nodes.ExpressionNode[]
  source?: Nodes.ExpressionNode
  result?: Nodes.ExpressionNode
  link?: Nodes.ExpressionNode
  /** The table of the request that added rows belong to, and the table of their rows in it. */
  relating?: readonly Nodes.ExpressionNode[]
}

export interface EmlStatement {
  readonly root: string
  readonly local: boolean
  readonly operations: readonly EmlOperation[]
  /** The table of the operations of the dynamic form. */
  readonly dynamic?: Nodes.ExpressionNode
  /** The operations are added to a request for a projection. */
  readonly augmenting: boolean
  readonly failed?: Nodes.ExpressionNode
  readonly reported?: Nodes.ExpressionNode
  readonly mapped?: Nodes.ExpressionNode
  /** The first or last statement of a block of COMMIT ENTITIES. */
  readonly block?: 'begin' | 'end'
  /** An addition that is not run. */
  readonly refused?: string
}

/** Additions that change the result and are not run. */
const REFUSED = ['SIMULATION', 'FORWARDING']

/** CONVERT KEY OF root FROM preliminary TO key; undefined for other conversions. */
export function readConversion(
  node: Nodes.StatementNode
): { root: string; from: Nodes.ExpressionNode; to: Nodes.ExpressionNode } | undefined {
  if (!/^CONVERT KEY OF /i.test(node.concatTokens())) return undefined
  const root = node.findDirectExpression(Expressions.NamespaceSimpleName)
  const from = node.findDirectExpression(Expressions.Source)
  const to = node.findDirectExpression(Expressions.Target)
  if (root === undefined || from === undefined || to === undefined) return undefined
  return { root: root.concatTokens().toUpperCase(), from, to }
}

type Child = Nodes.TokenNode | Nodes.ExpressionNode

interface Draft {
  root: string
  local: boolean
  entity: string
  readonly operations: EmlOperation[]
  dynamic?: Nodes.ExpressionNode
  augmenting: boolean
  failed?: Nodes.ExpressionNode
  reported?: Nodes.ExpressionNode
  mapped?: Nodes.ExpressionNode
  block?: 'begin' | 'end'
  refused?: string
}

export function readEml(node: Nodes.StatementNode): EmlStatement {
  const children = node.getChildren() as readonly Child[]
  const words = children.map(child =>
    child instanceof Nodes.TokenNode ? child.getFirstToken().getStr().toUpperCase() : ''
  )
  const draft: Draft = { root: '', local: false, entity: '', operations: [], augmenting: false }
  const refused = words.find(word => REFUSED.includes(word))
  if (refused !== undefined) draft.refused = refused
  const cursor = { at: 0, children, words }
  while (cursor.at < children.length) step(draft, cursor)
  return draft
}

interface Cursor {
  at: number
  readonly children: readonly Child[]
  readonly words: readonly string[]
}

function expression(cursor: Cursor): Nodes.ExpressionNode | undefined {
  const child = cursor.children[cursor.at]
  if (!(child instanceof Nodes.ExpressionNode)) return undefined
  cursor.at++
  return child
}

const nameOf = (node: Nodes.ExpressionNode | undefined): string =>
  node?.concatTokens().toUpperCase() ?? ''

function step(draft: Draft, cursor: Cursor): void {
  const word = cursor.words[cursor.at] ?? ''
  const first = cursor.at === 0
  cursor.at++
  const current = draft.operations.at(-1)
  switch (word) {
    case 'MODIFY':
    case 'READ':
    case 'COMMIT':
    case 'ROLLBACK':
    case 'ENTITIES':
      if (!first && word !== 'ENTITIES') draft.refused ??= word
      break
    case 'OF':
      draft.root = nameOf(expression(cursor))
      break
    case 'LOCAL':
    case 'PRIVILEGED':
      draft.local = true
      if (cursor.words[cursor.at] === 'MODE') cursor.at++
      if (draft.root === '') shortEntity(draft, cursor)
      break
    case 'ENTITY':
      if (draft.root === '' && cursor.words[cursor.at] === '') shortEntity(draft, cursor)
      else if (draft.root !== '') draft.entity = nameOf(expression(cursor))
      break
    case 'CREATE':
    case 'UPDATE':
    case 'DELETE':
    case 'EXECUTE':
      begin(draft, cursor, word.toLowerCase() as EmlOperation['kind'])
      break
    case 'BY':
      along(draft, cursor)
      break
    default:
      addition(draft, cursor, { word, current })
  }
}

/** MODIFY ENTITY root: the name of the behavior definition is that of the entity. */
function shortEntity(draft: Draft, cursor: Cursor): void {
  draft.root = nameOf(expression(cursor))
  draft.entity = draft.root
}

function begin(draft: Draft, cursor: Cursor, kind: EmlOperation['kind']): EmlOperation {
  const nameNode = kind === 'execute' ? expression(cursor) : undefined
  const operation: EmlOperation = {
    kind,
    entity: draft.entity,
    action: nameOf(nameNode),
    association: '',
    fields: 'from',
    autoFill: false,
    fieldNodes: [],
    ...(nameNode === undefined ? {} : { nameNode })
  }
  draft.operations.push(operation)
  return operation
}

/** BY after CREATE, or at the beginning of an operation of READ. */
function along(draft: Draft, cursor: Cursor): void {
  const current = draft.operations.at(-1)
  const open = cursor.words[cursor.at - 2] === 'CREATE' ? current : undefined
  const operation = open ?? begin(draft, cursor, 'read')
  const path = nameOf(expression(cursor))
    .split('\\')
    .filter(step => step !== '')
  if (path.length > 1) draft.refused ??= 'BY along several associations'
  draft.operations[draft.operations.length - 1] = { ...operation, association: path[0] ?? '' }
}

function addition(
  draft: Draft,
  cursor: Cursor,
  { word, current }: { word: string; current: EmlOperation | undefined }
): void {
  // the operation that is not complete, or a READ that begins
  const open = (): EmlOperation =>
    current === undefined || current.source !== undefined ? begin(draft, cursor, 'read') : current
  if (word === 'BEGIN' || word === 'END') draft.block = word === 'BEGIN' ? 'begin' : 'end'
  else if (word === 'AUTO') open().autoFill = true
  else if (word === 'AUGMENTING') draft.augmenting = true
  else if (word === 'RELATING' && current !== undefined) relating(current, cursor)
  else if (word === 'OPERATIONS') {
    const table = expression(cursor)
    if (table !== undefined) draft.dynamic = table
  } else if (word === 'SET') open().fields = 'set'
  else if (word === 'ALL') open().fields = 'all'
  else if (word === 'FIELDS') fieldList(open(), cursor)
  else if (word === 'FROM' || word === 'WITH') {
    const operation = open()
    const source = expression(cursor)
    if (source !== undefined) operation.source = source
  } else if (word === 'RESULT') {
    const result = expression(cursor)
    if (current !== undefined && result !== undefined) current.result = result
  } else if (word === 'LINK') {
    const link = expression(cursor)
    if (current !== undefined && link !== undefined) current.link = link
  } else if (word === 'FAILED' || word === 'REPORTED' || word === 'MAPPED') {
    const target = expression(cursor)
    if (target !== undefined) draft[word.toLowerCase() as 'failed'] = target
  }
}

/** RELATING TO rows BY numbers. */
function relating(operation: EmlOperation, cursor: Cursor): void {
  const nodes: Nodes.ExpressionNode[] = []
  for (let each = 0; each < 2; each++) {
    cursor.at++
    const node = expression(cursor)
    if (node !== undefined) nodes.push(node)
  }
  operation.relating = nodes
}

function fieldList(operation: EmlOperation, cursor: Cursor): void {
  const nodes: Nodes.ExpressionNode[] = []
  if (cursor.words[cursor.at]?.startsWith('(') !== true) return
  cursor.at++
  for (let name = expression(cursor); name !== undefined; name = expression(cursor)) {
    nodes.push(name)
  }
  cursor.at++
  operation.fieldNodes = nodes
  operation.fields = nodes.map(node => nameOf(node).toLowerCase())
}
