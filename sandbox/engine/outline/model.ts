/** Collects the declarations and implementations of ABAP files, from which outlines are built. */
import { Expressions, Statements } from '@abaplint/core'
import type { ABAPFile, Token } from '@abaplint/core'
import type { FileRange } from '../../types.ts'
import { nameIn } from '../navigate/declarations.ts'
import { rangeBetween, rangeOfToken } from '../ranges.ts'
import { isFirstOfChain, nameToken } from './statement-names.ts'
import type { Node } from './statement-names.ts'

export type Visibility = 'public' | 'protected' | 'private'

/** A declaration inside of a class or interface, or a global declaration of a program. */
export interface Component {
  readonly statement: Node
  readonly kind: 'method' | 'attribute' | 'constant' | 'type' | 'event' | 'alias' | 'interface'
  readonly name: string
  readonly visibility: Visibility
  readonly identifier: FileRange
  readonly block: FileRange
}

export interface Implementation {
  readonly name: string
  readonly identifier: FileRange
  readonly block: FileRange
}

/**
 * A class or interface, global or local, put together from its definition and its implementation
 * part.
 */
export interface Unit {
  readonly name: string
  readonly isInterface: boolean
  statement?: Node
  identifier?: FileRange
  block?: FileRange
  implementation?: FileRange
  implementationBlock?: FileRange
  readonly components: Component[]
  readonly methods: Map<string, Implementation>
}

/** What a set of sources declares. */
export interface Model {
  readonly units: Map<string, Unit>
  readonly globals: Component[]
  readonly forms: Implementation[]
  readonly modules: Implementation[]
  readonly includes: { readonly name: string; readonly identifier: FileRange }[]
  readonly events: { readonly name: string; readonly identifier: FileRange }[]
}

interface Walk {
  readonly model: Model
  readonly file: string
  unit: Unit | undefined
  visibility: Visibility
  /** Depth of BEGIN OF … END OF, whose inner fields are no components of their own. */
  depth: number
  /** The open group: its block ends with END OF. */
  group: Component | undefined
  open: { readonly node: Node; readonly name: string; readonly token: Token } | undefined
}

export function createModel(): Model {
  return { units: new Map(), globals: [], forms: [], modules: [], includes: [], events: [] }
}

/** Adds what a file declares and implements. */
export function addFile(model: Model, file: ABAPFile): void {
  const walk: Walk = {
    model,
    file: file.getFilename(),
    unit: undefined,
    visibility: 'public',
    depth: 0,
    group: undefined,
    open: undefined
  }
  for (const node of file.getStatements()) visit(walk, node)
}

function visit(walk: Walk, node: Node): void {
  const kind = node.get()
  if (kind instanceof Statements.ClassDefinition || kind instanceof Statements.Interface) {
    openDefinition(walk, node)
  } else if (kind instanceof Statements.ClassImplementation) openImplementation(walk, node)
  else if (kind instanceof Statements.EndClass || kind instanceof Statements.EndInterface) {
    closeUnit(walk, node)
  } else if (kind instanceof Statements.Public) walk.visibility = 'public'
  else if (kind instanceof Statements.Protected) walk.visibility = 'protected'
  else if (kind instanceof Statements.Private) walk.visibility = 'private'
  else if (!visitBlock(walk, node)) visitDeclaration(walk, node)
}

function openDefinition(walk: Walk, node: Node): void {
  const isInterface = node.get() instanceof Statements.Interface
  const token = node
    .findFirstExpression(isInterface ? Expressions.InterfaceName : Expressions.ClassName)
    ?.getFirstToken()
  if (token === undefined) return
  const unit = unitOf(walk.model, token.getStr(), isInterface)
  Object.assign(unit, {
    statement: node,
    identifier: rangeOfToken(walk.file, token),
    block: blockOf(walk.file, node, node)
  })
  Object.assign(walk, { unit, visibility: 'public', open: { node, name: unit.name, token } })
}

function openImplementation(walk: Walk, node: Node): void {
  const token = node.findFirstExpression(Expressions.ClassName)?.getFirstToken()
  if (token === undefined) return
  const unit = unitOf(walk.model, token.getStr(), false)
  Object.assign(unit, {
    implementation: rangeOfToken(walk.file, token),
    implementationBlock: blockOf(walk.file, node, node)
  })
  Object.assign(walk, { unit, open: { node, name: '', token } })
}

function unitOf(model: Model, name: string, isInterface: boolean): Unit {
  const key = name.toUpperCase()
  const known = model.units.get(key)
  if (known !== undefined) return known
  const unit: Unit = { name: key, isInterface, components: [], methods: new Map() }
  model.units.set(key, unit)
  return unit
}

function closeUnit(walk: Walk, node: Node): void {
  const { unit, open } = walk
  if (unit === undefined || open === undefined) return
  const range = blockOf(walk.file, open.node, node)
  if (open.name === '') unit.implementationBlock = range
  else unit.block = range
  Object.assign(walk, { unit: undefined, open: undefined })
}

/** Methods, subroutines and dialog modules: they end with a statement of their own. */
function visitBlock(walk: Walk, node: Node): boolean {
  const kind = node.get()
  if (kind instanceof Statements.MethodImplementation) openMethod(walk, node)
  else if (kind instanceof Statements.EndMethod) {
    closeLast(walk.file, walk.unit === undefined ? [] : [...walk.unit.methods.values()], node)
  } else if (kind instanceof Statements.Form) openNamed(walk, walk.model.forms, node)
  else if (kind instanceof Statements.EndForm) closeLast(walk.file, walk.model.forms, node)
  else if (kind instanceof Statements.Module) openNamed(walk, walk.model.modules, node)
  else if (kind instanceof Statements.EndModule) closeLast(walk.file, walk.model.modules, node)
  else return false
  return true
}

function openMethod(walk: Walk, node: Node): void {
  const token = node.findFirstExpression(Expressions.MethodName)?.getFirstToken()
  if (token === undefined || walk.unit === undefined) return
  const name = token.getStr().toUpperCase()
  walk.unit.methods.set(name, {
    name,
    identifier: rangeOfToken(walk.file, token),
    block: blockOf(walk.file, node, node)
  })
}

function openNamed(walk: Walk, list: Implementation[], node: Node): void {
  const token = node.findFirstExpression(Expressions.FormName)?.getFirstToken()
  if (token !== undefined) {
    list.push({
      name: token.getStr().toUpperCase(),
      identifier: rangeOfToken(walk.file, token),
      block: blockOf(walk.file, node, node)
    })
  }
}

function closeLast(file: string, list: readonly Implementation[], node: Node): void {
  const last = list.at(-1)
  if (last === undefined || last.block.file !== file) return
  const end = node.getLastToken().getEnd()
  Object.assign(last, {
    block: { ...last.block, endRow: end.getRow(), endColumn: end.getCol() - 1 }
  })
}

const GLOBAL_KINDS: Readonly<Record<string, Component['kind']>> = {
  MethodDef: 'method',
  Events: 'event',
  Aliases: 'alias',
  InterfaceDef: 'interface',
  Data: 'attribute',
  DataBegin: 'attribute',
  ClassData: 'attribute',
  ClassDataBegin: 'attribute',
  Constant: 'constant',
  ConstantBegin: 'constant',
  Type: 'type',
  TypeBegin: 'type',
  TypeEnumBegin: 'type',
  TypeMeshBegin: 'type',
  Tables: 'attribute',
  Parameter: 'attribute',
  SelectOption: 'attribute'
}

const EVENTS = new Set([
  'StartOfSelection',
  'EndOfSelection',
  'Initialization',
  'AtSelectionScreen',
  'TopOfPage',
  'LoadOfProgram',
  'AtLineSelection',
  'AtUserCommand'
])

function visitDeclaration(walk: Walk, node: Node): void {
  const statement = node.get().constructor.name
  if (statement === 'Include') addInclude(walk, node)
  if (EVENTS.has(statement)) {
    walk.model.events.push({
      name: node
        .concatTokens()
        .replace(/\s*\.$/, '')
        .toUpperCase(),
      identifier: blockOf(walk.file, node, node)
    })
  }
  if (statement.endsWith('End')) {
    endGroup(walk, node)
    return
  }
  const kind = GLOBAL_KINDS[statement]
  const isGroup = statement.endsWith('Begin')
  // Declarations inside of a method, subroutine or function module are local, not components.
  if (kind !== undefined && walk.depth === 0 && isVisibleOutside(walk)) {
    addComponent(walk, node, kind)
  }
  if (isGroup && isVisibleOutside(walk)) walk.depth++
}

function isVisibleOutside({ unit, open, model, file }: Walk): boolean {
  if (unit !== undefined) return open?.name !== ''
  const last = [...model.forms, ...model.modules].filter(entry => entry.block.file === file).at(-1)
  return last === undefined || last.block.endRow > last.identifier.endRow
}

function addInclude(walk: Walk, node: Node): void {
  const token = node.findFirstExpression(Expressions.IncludeName)?.getFirstToken()
  if (token !== undefined) {
    walk.model.includes.push({
      name: token.getStr().toUpperCase(),
      identifier: rangeOfToken(walk.file, token)
    })
  }
}

function addComponent(walk: Walk, node: Node, kind: Component['kind']): void {
  const token = nameToken(node)
  if (token === undefined) return
  const component: Component = {
    statement: node,
    kind,
    name: token.getStr().replace(/\(.*$/, '').toUpperCase(),
    visibility: walk.visibility,
    identifier: rangeOfToken(walk.file, token),
    block: blockOf(walk.file, node, node)
  }
  if (node.get().constructor.name.endsWith('Begin')) walk.group = component
  const target = walk.unit?.components ?? walk.model.globals
  target.push(component)
}

function endGroup(walk: Walk, node: Node): void {
  if (walk.depth === 0) return
  walk.depth--
  if (walk.depth > 0 || walk.group === undefined) return
  const end = node.getLastToken().getEnd()
  Object.assign(walk.group, {
    block: { ...walk.group.block, endRow: end.getRow(), endColumn: end.getCol() - 1 }
  })
  walk.group = undefined
}

/**
 * From the first token of the statement itself, without a keyword shared with others (`METHODS: a,
 * b.`), to the end of the last.
 */
function blockOf(file: string, first: Node, last: Node): FileRange {
  const colon = first.getColon()
  const tokens = first.getTokens()
  const own =
    colon === undefined
      ? tokens[0]
      : tokens.find(token => token.getStart().isAfter(colon.getStart()))
  const start = own === undefined || isFirstOfChain(first) ? first.getFirstToken() : own
  return rangeBetween(file, start.getStart(), last.getLastToken().getEnd())
}

export { nameIn }
