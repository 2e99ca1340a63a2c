/** The parameters of an extracted method, by the flow of data through its statements. */
import { Position, ReferenceType } from '@abaplint/core'
import type { AbstractType, ISpaghettiScopeNode, TypedIdentifier } from '@abaplint/core'
import { owningObjects } from '../navigate/owners.ts'
import { scopesAt } from '../navigate/scopes.ts'
import type { Repository } from '../repository.ts'
import type { Blocks } from './extracted-blocks.ts'
import { refuse, rowOf, wordsOf } from './selected-statements.ts'
import type { SelectedStatements } from './selected-statements.ts'

export interface ExtractedParameter {
  readonly name: string
  readonly direction: 'importing' | 'exporting' | 'changing' | 'returning'
  readonly type: string
  /** The call declares it inline: its declaration was among the statements. */
  readonly isDeclared: boolean
}

type IReference = ReturnType<ISpaghettiScopeNode['getData']>['references'][number]

interface Use {
  readonly row: number
  readonly column: number
  readonly writes: boolean
}

/** A variable of the method with its uses, in the order of the source. */
interface Variable {
  readonly name: string
  readonly identifier: TypedIdentifier
  readonly uses: readonly Use[]
}

export function parametersOf(
  repository: Repository,
  selection: SelectedStatements,
  blocks: Blocks
): ExtractedParameter[] {
  const { startRow, endRow } = selection
  assertSystemFields(selection)
  const found = variablesOf(repository, selection).flatMap(variable => {
    const { identifier, uses } = variable
    const inside = uses
      .filter(({ row }) => row >= startRow && row <= endRow)
      .map(use => ({ ...use, writes: use.writes || mayWrite(selection, variable, use) }))
    if (inside.length === 0) return []
    const declaredRow = identifier.getStart().getRow()
    const isLocal =
      identifier.getFilename() === selection.file && isInMethod(selection, declaredRow)
    const isDeclared = isLocal && declaredRow >= startRow && declaredRow <= endRow
    const isNeeded = isUsedLater(variable, selection, blocks) || isResult(identifier)
    const flow = { variable, inside, isDeclared, isNeeded, writes: inside.some(use => use.writes) }
    return flowOf(selection, flow)
  })
  return withReturning(selection, found)
}

/** Statements that change a table or reach into it, also where the analysis calls that reading. */
const changing =
  /^(?:APPEND|INSERT|DELETE|MODIFY|SORT|COLLECT|CLEAR|FREE|REFRESH|ASSIGN|GET REFERENCE)\b|\b(?:ASSIGNING|REFERENCE INTO|IMPORTING|CHANGING|RECEIVING|TABLES|INTO|REF)\b/

function mayWrite(
  { selected }: SelectedStatements,
  { identifier }: Variable,
  { row }: Use
): boolean {
  if (identifier.getMeta().some(meta => String(meta) === 'read_only')) return false
  const node = selected.find(one => rowOf(one) <= row && row <= one.getLastToken().getRow())
  return node !== undefined && changing.test(node.concatTokens().toUpperCase())
}

/** System fields are not parameters: neither side may read what the other has set. */
function assertSystemFields({ method, selected, endRow }: SelectedStatements): void {
  const [first] = selected
  const next = method.find(
    node => rowOf(node) > endRow && !/^["*]/.test(node.getFirstToken().getStr())
  )
  for (const node of [first, next]) {
    if (
      node !== undefined &&
      wordsOf(node).some(word => /^SY-(?:SUBRC|TABIX|INDEX|DBCNT)$/.test(word))
    ) {
      throw refuse(
        `Line ${rowOf(node)} reads a system field that a statement on the other side sets.`
      )
    }
  }
}

function isInMethod({ method }: SelectedStatements, row: number): boolean {
  const [first] = method
  const last = method.at(-1)
  return first !== undefined && last !== undefined && rowOf(first) <= row && row <= rowOf(last)
}

function isResult(identifier: TypedIdentifier): boolean {
  return identifier.getMeta().some(meta => ['returning', 'exporting', 'changing'].includes(meta))
}

/** Behind the selection, or in the next round of a loop around it. */
function isUsedLater(
  { uses, identifier }: Variable,
  { startRow, endRow }: SelectedStatements,
  { loopRow, loopEndRow }: Blocks
): boolean {
  if (uses.some(({ row }) => row > endRow)) return true
  if (loopRow === undefined || loopEndRow === undefined) return false
  const declaredRow = identifier.getStart().getRow()
  // A value that was there before the loop goes into its next round.
  return declaredRow < startRow || uses.some(({ row }) => row >= loopRow && row < startRow)
}

interface Flow {
  readonly variable: Variable
  readonly inside: readonly Use[]
  readonly isDeclared: boolean
  readonly isNeeded: boolean
  readonly writes: boolean
}

interface Flowing extends ExtractedParameter {
  readonly inside: readonly Use[]
  readonly isGeneric: boolean
}

function flowOf(selection: SelectedStatements, flow: Flow): Flowing[] {
  const { variable, inside, isDeclared, isNeeded, writes } = flow
  const { name, identifier } = variable
  if (isDeclared && !isNeeded) return []
  if (name.startsWith('<')) {
    throw refuse(`The field symbol ${name} is used inside and outside of the lines.`)
  }
  if (isDeclared && !isInline(identifier)) {
    throw refuse(
      `${name} is declared in the lines and used behind them: declare it in front of them.`
    )
  }
  const { type, isGeneric } = typeOf(identifier.getType(), name)
  if (isDeclared) {
    assertAlwaysSet(selection, { name, inside })
    return [{ name, direction: 'exporting', type, isDeclared, inside, isGeneric }]
  }
  const direction = writes ? 'changing' : 'importing'
  return [{ name, direction, type, isDeclared: false, inside, isGeneric }]
}

const isInline = (identifier: TypedIdentifier) =>
  identifier.getMeta().some(meta => meta === 'inline')

/** An inline declaration in a block may not be reached, and the value behind it would be another. */
function assertAlwaysSet(
  selection: SelectedStatements,
  { name, inside }: { readonly name: string; readonly inside: readonly Use[] }
): void {
  if (inside[0] !== undefined && isOuter(selection, inside[0].row)) return
  throw refuse(`${name} is declared in a block of the lines and used behind them.`)
}

const opening = /^(?:IF|CASE|LOOP|DO|WHILE|TRY|SELECT|AT|PROVIDE)$/

/** The statement of a row is in no block of the selection. */
function isOuter({ selected }: SelectedStatements, row: number): boolean {
  let depth = 0
  for (const node of selected) {
    if (rowOf(node) > row) break
    const [word = ''] = wordsOf(node)
    if (/^END/.test(word)) depth -= 1
    if (rowOf(node) <= row && row <= node.getLastToken().getRow()) return depth === 0
    if (opening.test(word)) depth += 1
  }
  return depth === 0
}

/** One output that the lines set as a whole at first is the result of the method. */
function withReturning(
  selection: SelectedStatements,
  parameters: readonly Flowing[]
): ExtractedParameter[] {
  const outputs = parameters.filter(({ direction }) => direction !== 'importing')
  const [only] = outputs
  const isResult =
    only !== undefined && outputs.length === 1 && !only.isGeneric && isSetFirst(selection, only)
  return parameters.map(({ name, direction, type, isDeclared }) => ({
    name,
    direction: isResult && name === only.name ? 'returning' : direction,
    type,
    isDeclared
  }))
}

/** `x = …` outside of blocks, where the right side does not read x. */
function isSetFirst(selection: SelectedStatements, { name, inside }: Flowing): boolean {
  const [first] = inside
  if (first === undefined || !first.writes || !isOuter(selection, first.row)) return false
  const node = selection.selected.find(
    one => rowOf(one) <= first.row && first.row <= one.getLastToken().getRow()
  )
  const own = node === undefined ? '' : node.concatTokens().toUpperCase()
  const upper = name.toUpperCase()
  const isMove = own.startsWith(`${upper} = `) || own.startsWith(`DATA(${upper}) = `)
  const end = node?.getLastToken().getRow() ?? first.row
  return isMove && inside.filter(({ row }) => row >= first.row && row <= end).length === 1
}

/** The typing of a parameter; a length is left to the caller. */
function typeOf(type: AbstractType, name: string): { type: string; isGeneric: boolean } {
  const named = type.getQualifiedName() ?? type.getDDICName()
  if (named !== undefined && named !== '') return { type: named.toLowerCase(), isGeneric: false }
  const words = abapOf(type)
  if (words === undefined || /\bTABLE\b|\bBEGIN\b|todo/i.test(words)) {
    throw refuse(`The type of ${name} has no name, so that no parameter can have it.`)
  }
  const plain = words.toLowerCase().replace(/ (?:length|decimals) \d+/g, '')
  return { type: plain, isGeneric: plain !== words.toLowerCase() }
}

function abapOf(type: AbstractType): string | undefined {
  try {
    return type.toABAP()
  } catch {
    return undefined
  }
}

function variablesOf(repository: Repository, selection: SelectedStatements): Variable[] {
  const [head] = selection.method
  if (head === undefined) return []
  const { file } = selection
  const position = new Position(selection.startRow, 1)
  const scopes = scopesAt(repository, owningObjects(repository, file), { file, position })
  const methods = scopes.flatMap(scope => methodScope(scope) ?? [])
  const [method] = methods
  if (method === undefined) throw refuse('The method cannot be analysed: correct its syntax first.')
  assertOwnTypes(method, selection)
  const references = referencesIn(method).filter(one => one.position.getFilename() === file)
  return Object.values(method.getData().vars).map(identifier => ({
    name: identifier.getName().toLowerCase().replace(/^!/, ''),
    identifier,
    uses: usesOf(identifier, references)
  }))
}

function methodScope(scope: ISpaghettiScopeNode): ISpaghettiScopeNode | undefined {
  for (
    let node: ISpaghettiScopeNode | undefined = scope;
    node !== undefined;
    node = node.getParent()
  ) {
    if (String(node.getIdentifier().stype) === 'method') return node
  }
  return undefined
}

function referencesIn(node: ISpaghettiScopeNode): IReference[] {
  return [...node.getData().references, ...node.getChildren().flatMap(referencesIn)]
}

function usesOf(identifier: TypedIdentifier, references: readonly IReference[]): Use[] {
  const own = references.filter(
    ({ resolved }) =>
      resolved !== undefined &&
      resolved.getFilename() === identifier.getFilename() &&
      resolved.getStart().equals(identifier.getStart())
  )
  return own
    .filter(
      ({ referenceType }) =>
        referenceType === ReferenceType.DataReadReference ||
        referenceType === ReferenceType.DataWriteReference
    )
    .map(({ position, referenceType }) => ({
      row: position.getStart().getRow(),
      column: position.getStart().getCol(),
      writes: referenceType === ReferenceType.DataWriteReference
    }))
    .sort((a, b) => a.row - b.row || a.column - b.column)
}

/** A type that the method declares for itself cannot be named in the definition. */
function assertOwnTypes(
  method: ISpaghettiScopeNode,
  { startRow, endRow }: SelectedStatements
): void {
  for (const type of Object.values(method.getData().types)) {
    const row = type.getStart().getRow()
    const isInside = row >= startRow && row <= endRow
    const isUsedAcross = referencesIn(method).some(({ resolved, position }) => {
      const at = position.getStart().getRow()
      return (
        resolved?.getStart().equals(type.getStart()) === true &&
        (at >= startRow && at <= endRow) !== isInside
      )
    })
    if (isUsedAcross) {
      throw refuse(`The type ${type.getName()} of the method is used on both sides.`)
    }
  }
}
