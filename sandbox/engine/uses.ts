import { ABAPObject, Comment, Expressions, Position, Statements } from '@abaplint/core'
import type { ABAPFile, ISpaghettiScope, Nodes, Token } from '@abaplint/core'
import type { FileRange } from '../types.ts'
import { cdsTokens } from './cds-tokens.ts'
import { segmentsOf } from './cursor.ts'
import { parseFileName } from './files.ts'
import type { Repository } from './repository.ts'
import { spotOf } from './spots.ts'

/** One place where something is used. */
export interface Use { readonly range: FileRange }

/** A repository object or function module, looked for by its name. */
export interface Wanted { readonly name: string, readonly id: string, readonly isFunction: boolean }

/** Expressions in which a name can only be that of a repository object (or of something local that hides it). */
const NAMING = [
  Expressions.ClassName, Expressions.SuperClassName, Expressions.InterfaceName, Expressions.TypeName, Expressions.DatabaseTable,
  Expressions.IncludeName, Expressions.MessageClass, Expressions.SQLFromSource
]

/** Expressions that give a name to something local. */
const DECLARING = [
  Expressions.DefinitionName, Expressions.NamespaceSimpleName, Expressions.SimpleName, Expressions.MethodParamName, Expressions.FormParamName,
  Expressions.FieldSymbol, Expressions.TargetFieldSymbol, Expressions.InlineLoopDefinition, Expressions.InlineFieldDefinition, Expressions.TargetField,
  Expressions.Field
]

/** Every mention of the object's name in the role of such a name, in ABAP, CDS and dictionary objects. */
export function usesOfName (repository: Repository, wanted: Wanted): Use[] {
  const uses: Use[] = []
  const all = [...repository.freshness.mentioning([wanted.name])]
  repository.read()
  const holders = all.filter(id => !repository.isLibrary(id))
  // only where something of the same name is declared, every mention has to be looked up in its scope, which is slow
  const search: Search = { ...wanted, hidden: !wanted.isFunction && all.some(id => declares(repository, id, wanted)) }
  if (search.hidden) repository.refresh(holders)
  for (const id of holders) {
    for (const file of repository.filesOf(id)) {
      const abap = repository.abapFile(file)
      if (abap !== undefined) uses.push(...inAbap(repository, abap, search))
      else if (file.endsWith('.xml')) uses.push(...inXml(repository, file, wanted))
      else uses.push(...inCds(repository, file, wanted))
    }
  }
  return uses
}

/** `hidden`: some of the objects declare something of the same name. */
interface Search extends Wanted { readonly hidden: boolean }

/** Whether a source of another object has the name where no mention of a repository object can stand: in a declaration. */
function declares (repository: Repository, id: string, wanted: Wanted): boolean {
  if (id === wanted.id) return false
  return repository.filesOf(id).some(name => {
    const file = repository.abapFile(name)
    const rows = file === undefined ? new Set<number>() : rowsWith(repository.text(name) ?? '', wanted.name)
    return rows.size > 0 && file?.getStatements().some(node => coversAny(node, rows) && declaresName(node, wanted.name)) === true
  })
}

function declaresName (node: Nodes.StatementNode, name: string): boolean {
  if (node.get() instanceof Comment || node.get() instanceof Statements.Tables) return false
  return node.findAllExpressionsMulti(DECLARING, true).some(inner => inner.concatTokens().replace(/^!/, '').toUpperCase() === name) ||
    ((node.get() instanceof Statements.ClassDefinition || node.get() instanceof Statements.Interface) && node.getTokens()[1]?.getStr().toUpperCase() === name)
}

function inAbap (repository: Repository, file: ABAPFile, wanted: Search): Use[] {
  const uses: Use[] = []
  const object = repository.objectOf(file.getFilename())
  const rows = rowsWith(repository.text(file.getFilename()) ?? '', wanted.name)
  for (const node of rows.size === 0 ? [] : file.getStatements()) {
    if (node.get() instanceof Comment || !coversAny(node, rows)) continue
    const tokens = mentions(node, wanted)
    if (tokens.length === 0) continue
    const scopes = wanted.hidden && object instanceof ABAPObject ? repository.scopes(object) : undefined
    for (const { token, range } of tokens) if (!isHidden(scopes, file, token, wanted)) uses.push({ range: { file: file.getFilename(), ...range } })
  }
  return uses
}

/** Rows of the text in which the name stands, in any case and as part of whatever. */
function rowsWith (text: string, name: string): Set<number> {
  const upper = text.toUpperCase()
  const rows = new Set<number>()
  let row = 1
  let counted = 0
  for (let at = upper.indexOf(name); at >= 0; at = upper.indexOf(name, at + name.length)) {
    for (let end = upper.indexOf('\n', counted); end >= 0 && end < at; end = upper.indexOf('\n', counted)) {
      row++
      counted = end + 1
    }
    rows.add(row)
  }
  return rows
}

function coversAny (node: Nodes.StatementNode, rows: ReadonlySet<number>): boolean {
  for (let row = node.getFirstToken().getRow(), last = node.getLastToken().getRow(); row <= last; row++) if (rows.has(row)) return true
  return false
}

interface Mention { readonly token: Token, readonly range: Omit<FileRange, 'file'> }

function mentions (node: Nodes.StatementNode, { name, isFunction }: Wanted): Mention[] {
  const found: Mention[] = []
  if (isOwnHeader(node, name)) return found
  for (const token of candidateTokens(node, isFunction)) {
    const [segment] = segmentsOf(token).filter(part => part.text.toUpperCase() === name)
    if (segment === undefined) continue
    const row = token.getRow()
    found.push({ token, range: { startRow: row, startColumn: segment.column, endRow: row, endColumn: segment.endColumn } })
  }
  return found
}

/** `CLASS zcl_x DEFINITION`, `INTERFACE zif_x`, `REPORT zx`, `FUNCTION z_x` say the name of what they are, not of what they use. */
function isOwnHeader (node: Nodes.StatementNode, name: string): boolean {
  const kind = node.get()
  const headers = [Statements.ClassDefinition, Statements.ClassImplementation, Statements.Interface, Statements.FunctionModule, Statements.Report, Statements.Program, Statements.FunctionPool]
  if (!headers.some(header => kind instanceof header)) return false
  // A class can still inherit from another one in the same statement.
  return node.findFirstExpression(Expressions.SuperClassName)?.concatTokens().toUpperCase() !== name
}

function candidateTokens (node: Nodes.StatementNode, isFunction: boolean): Token[] {
  if (isFunction) return [...node.findAllExpressionsMulti([Expressions.FunctionName], true), ...node.findAllExpressionsMulti([Expressions.IncludeName], true)].flatMap(inner => [...inner.getTokens()])
  const tokens = node.findAllExpressionsMulti(NAMING, true).map(inner => inner.getFirstToken())
  if (node.get() instanceof Statements.Tables) tokens.push(...node.getTokens())
  const all = node.getTokens()
  for (const [index, token] of all.entries()) {
    const next = all[index + 1]?.getStr()
    // `zif_x~run`, `zcl_x=>c`, and `LIKE ztab-field`, where the parser sees any chain of fields.
    if (token.getStr().includes('~') || next === '=>' || next === '~') tokens.push(token)
    if (all[index - 1]?.getStr().toUpperCase() === 'LIKE' || all[index - 2]?.getStr().toUpperCase() === 'LIKE') tokens.push(token)
  }
  return [...new Set(tokens)]
}

/** A local type, class or variable of the same name is what a mention means, where there is one. */
function isHidden (scopes: ISpaghettiScope | undefined, file: ABAPFile, token: Token, wanted: Wanted): boolean {
  const node = scopes?.lookupPosition(new Position(token.getRow(), token.getStart().getCol()), file.getFilename())
  if (node === undefined || wanted.isFunction) return false
  const local = node.findType(wanted.name) ?? node.findVariable(wanted.name) ?? node.findClassDefinition(wanted.name) ?? node.findInterfaceDefinition(wanted.name)
  if (local === undefined) return false
  const spot = spotOf(local)
  const owner = parseFileName(spot.file)
  // TABLES declares a variable with the name of the table.
  return !(owner !== undefined && `${owner.type} ${owner.object}` === wanted.id) && !isTablesVariable(file, spot.row)
}

function isTablesVariable (file: ABAPFile, row: number): boolean {
  return file.getStatements().some(node => node.get() instanceof Statements.Tables && node.getFirstToken().getRow() <= row && row <= node.getLastToken().getRow())
}

/** Words before a name in CDS that make it an alias or the thing that is defined. */
const NO_CDS_USE = new Set(['AS', 'VIEW', 'ENTITY', 'FUNCTION', '.', '@', 'KEY'])

function inCds (repository: Repository, file: string, { name, id }: Wanted): Use[] {
  const own = parseFileName(file)
  if (own === undefined || `${own.type} ${own.object}` === id) return []
  const tokens = cdsTokens(repository.text(file) ?? '')
  const uses: Use[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text.toUpperCase() !== name || NO_CDS_USE.has(tokens[index - 1]?.text.toUpperCase() ?? '')) continue
    uses.push({ range: { file, startRow: token.row, startColumn: token.column, endRow: token.endRow, endColumn: token.endColumn } })
  }
  return uses
}

/** Tags of the dictionary that carry the name of another object. */
const XML_NAME = /<(ROLLNAME|DOMNAME|PRECFIELD|ROWTYPE|CHECKTABLE|ENTITYTAB|REFTABLE|VIEWREF|ROOTTAB|PGMNA)>([^<]+)<\//g

function inXml (repository: Repository, file: string, { name, id }: Wanted): Use[] {
  const own = parseFileName(file)
  if (own === undefined || `${own.type} ${own.object}` === id) return []
  const uses: Use[] = []
  for (const [index, line] of (repository.text(file) ?? '').split('\n').entries()) {
    for (const match of line.matchAll(XML_NAME)) {
      if (match[1] === undefined || match[2]?.trim().toUpperCase() !== name) continue
      const column = match.index + match[1].length + 2
      uses.push({ range: { file, startRow: index + 1, startColumn: column, endRow: index + 1, endColumn: column + name.length } })
    }
  }
  return uses
}
