/** Names that sources use and nothing in the repository explains. */
import { ABAPObject, Expressions, Nodes, Statements } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import type { UnknownName } from '../../types.ts'
import { objectId, parseFileName } from '../files.ts'
import type { FileName } from '../files.ts'
import type { Repository } from '../repository.ts'

type Use = UnknownName['use']
type StatementNode = Nodes.StatementNode
type ExpressionNode = Nodes.ExpressionNode

/** Names that the files use and no object or declaration of the repository explains. */
export function unknownNames(
  repository: Repository,
  { files }: { files: readonly string[] }
): UnknownName[] {
  repository.enter([])
  repository.refresh(files.map(objectId))
  const declared = declaredNames(repository)
  const found = new Map<string, UnknownName>()
  for (const file of files) {
    // A source that never ends is the one that the watchdog sets aside.
    repository.reportProgress([file])
    for (const used of namesIn(repository, file)) {
      const name = used.name.toUpperCase()
      if (builtIn.has(name) || declared.has(name) || isKnown(repository, name)) continue
      const key = `${used.use} ${name}`
      if (!found.has(key)) found.set(key, { name, use: used.use })
    }
  }
  return [...found.values()]
}

function isKnown(repository: Repository, name: string): boolean {
  return [...repository.dependencies.named(name)].length > 0
}

/** Local classes and types of the sources that are no part of the library. */
function declaredNames(repository: Repository): Set<string> {
  const names = new Set<string>()
  for (const id of repository.objects()) {
    const object = repository.object(id)
    if (!(object instanceof ABAPObject)) continue
    for (const file of object.getABAPFiles()) {
      for (const statement of file.getStatements()) {
        const name = declaredIn(statement)
        if (name !== undefined) names.add(name.toUpperCase())
      }
    }
  }
  return names
}

const typeStatements = [
  Statements.Type,
  Statements.TypeBegin,
  Statements.TypeEnumBegin,
  Statements.TypeMesh,
  Statements.TypeMeshBegin
]
const classStatements = [
  Statements.ClassDefinition,
  Statements.ClassDeferred,
  Statements.ClassImplementation,
  Statements.Interface,
  Statements.InterfaceDeferred
]

function declaredIn(statement: StatementNode): string | undefined {
  const kind = statement.get()
  if (typeStatements.some(type => kind instanceof type)) {
    return statement.findFirstExpression(Expressions.NamespaceSimpleName)?.concatTokens()
  }
  if (!classStatements.some(type => kind instanceof type)) return undefined
  return (
    statement.findFirstExpression(Expressions.ClassName) ??
    statement.findFirstExpression(Expressions.InterfaceName)
  )?.concatTokens()
}

function* namesIn(repository: Repository, file: string): Generator<UnknownName> {
  const parsed = parseFileName(file)
  const text = repository.text(file)
  if (parsed === undefined || text === undefined) return
  if (parsed.extension === 'xml') yield* namesInMetadata(text)
  else if (parsed.type === 'DDLS') yield* namesInCds(text)
  const abap = repository.abapFile(file)
  if (abap === undefined) return
  for (const used of namesInAbap(abap)) if (!isOwnInclude(used, parsed)) yield used
}

/** Fields of the dictionary that name other objects, by the element that holds them. */
const metadataFields: readonly (readonly [RegExp, Use])[] = [
  [/<ROLLNAME>([^<]+)<\/ROLLNAME>/g, 'type'],
  [/<PRECFIELD>([^<]+)<\/PRECFIELD>/g, 'type'],
  [/<ROWTYPE>([^<]+)<\/ROWTYPE>/g, 'type'],
  [/<TYP>([^<]+)<\/TYP>/g, 'type'],
  [/<DBFIELD>([^<-]+)/g, 'type'],
  [/<DOMNAME>([^<]+)<\/DOMNAME>/g, 'domain']
]

function* namesInMetadata(text: string): Generator<UnknownName> {
  for (const [pattern, use] of metadataFields) {
    for (const [, name = ''] of text.matchAll(pattern)) yield { name: firstPart(name).trim(), use }
  }
}

/** The data sources of a CDS definition. */
function* namesInCds(text: string): Generator<UnknownName> {
  const bare = text.replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\/|'[^'\n]*'/g, ' ')
  const source =
    /\b(?:from|join|projection\s+on|association\s*(?:\[[^\]]*\]\s*)?(?:of\s+(?:one|many|exact\s+one)\s+to\s+(?:one|many|exact\s+one)\s+)?to(?:\s+parent)?|composition\s*(?:\[[^\]]*\]\s*)?of)\s+([\w/]+)/gi
  for (const [, name = ''] of bare.matchAll(source)) yield { name, use: 'table' }
}

/** Includes of a function group are parts of it. */
function isOwnInclude({ name, use }: UnknownName, { type, object }: FileName): boolean {
  if (type !== 'FUGR' || use !== 'include') return false
  const at = object.lastIndexOf('/') + 1
  return name.toUpperCase().startsWith(`${object.slice(0, at)}L${object.slice(at)}`)
}

function* namesInAbap(file: ABAPFile): Generator<UnknownName> {
  let isPrivate = false
  for (const statement of file.getStatements()) {
    const kind = statement.get()
    if (kind instanceof Statements.Private) isPrivate = isDependencyHead(file)
    if (kind instanceof Statements.EndClass) isPrivate = false
    if (isPrivate || kind instanceof Statements.ClassLocalFriends) continue
    if (kind instanceof Statements.Include) {
      const name = statement.findFirstExpression(Expressions.IncludeName)?.concatTokens()
      if (name !== undefined) yield { name, use: 'include' }
      continue
    }
    yield* namesBelow(statement)
  }
}

/** The private section of a class whose methods are empty concerns no other object. */
function isDependencyHead(file: ABAPFile): boolean {
  return file.getRaw().includes(emptyMethods)
}

/** The line that marks a class whose declaration alone was read. */
export const emptyMethods = '* Methods without their statements: they were not read.'

function* namesBelow(node: StatementNode | ExpressionNode): Generator<UnknownName> {
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode)) continue
    const use = useOf(child)
    if (use === undefined) yield* namesBelow(child)
    else yield* nameOf(child, use)
  }
}

const uses: readonly (readonly [new () => object, Use])[] = [
  [Expressions.ClassName, 'class'],
  [Expressions.SuperClassName, 'class'],
  [Expressions.InterfaceName, 'class'],
  [Expressions.TypeName, 'type'],
  [Expressions.DatabaseTable, 'table'],
  [Expressions.FunctionName, 'function'],
  [Expressions.MessageClass, 'message']
]

function useOf(node: ExpressionNode): Use | undefined {
  return uses.find(([type]) => node.get() instanceof type)?.[1]
}

function* nameOf(node: ExpressionNode, use: Use): Generator<UnknownName> {
  const text = node.concatTokens()
  if (use === 'function') {
    const [, name] = /^'([^']+)'$/.exec(text) ?? []
    if (name !== undefined) yield { name: name.trim(), use }
    return
  }
  const name = firstPart(text)
  if (!/^[\w/]+$/.test(name)) return
  yield { name, use: use === 'type' && text.startsWith(`${name}=>`) ? 'class' : use }
}

/** `ZCL_X` of `zcl_x=>ty_row-field`. */
function firstPart(text: string): string {
  return text.split(/=>|[-~]/, 1)[0] ?? text
}

const builtIn = new Set(
  (
    'ANY ANY_TABLE C CLIKE CSEQUENCE D DATA DECFLOAT DECFLOAT16 DECFLOAT34 F HASHED I INDEX INT8 ' +
    'N NUMERIC OBJECT P S SIMPLE SORTED STANDARD STRING SYST SY T TABLE UTCLONG X XSEQUENCE XSTRING ' +
    'B ME SUPER SCREEN'
  ).split(' ')
)
