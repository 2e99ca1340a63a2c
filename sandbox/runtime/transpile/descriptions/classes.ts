/**
 * Writes beside the code of a class or interface what its declaration says and the code does not:
 * run-time type information (`child/descriptions/`) and test doubles read it.
 */
import { Statements, Visibility } from '@abaplint/core'
import type {
  AbstractType,
  IClassDefinition,
  IInterfaceDefinition,
  Nodes,
  Position,
  Token,
  TypedIdentifier
} from '@abaplint/core'
import type { Chunk } from '@abaplint/transpiler'
import classes from '@abaplint/transpiler/build/src/statements/class_implementation.js'
import interfaces from '@abaplint/transpiler/build/src/structures/interface.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import type { Declaration, DeclaredMethod } from '../../child/descriptions/declaration.ts'

interface Traversal {
  toType(type: AbstractType): string
  getClassDefinition(token: Token): IClassDefinition | undefined
  getInterfaceDefinition(token: Token): IInterfaceDefinition | undefined
  findStatementInFile(position: Position): Nodes.StatementNode | undefined
}

interface ClassPart {
  buildHeader(token: Token, traversal: Traversal): string
}

interface InterfacePart {
  transpile(node: Nodes.StructureNode, traversal: Traversal): Chunk
}

export function describeClasses(): void {
  const ofClass = classes.ClassImplementationTranspiler.prototype as unknown as ClassPart
  const { buildHeader } = ofClass
  ofClass.buildHeader = function (token, traversal) {
    const header = buildHeader.call(this, token, traversal)
    const definition = traversal.getClassDefinition(token)
    return definition === undefined
      ? header
      : `${header}\nstatic DESCRIPTION = ${classCode(definition, traversal)};`
  }
  const ofInterface = interfaces.InterfaceTranspiler.prototype as unknown as InterfacePart
  const { transpile } = ofInterface
  ofInterface.transpile = function (node, traversal) {
    const code = transpile.call(this, node, traversal)
    const definition = traversal.getInterfaceDefinition(node.getFirstToken())
    if (definition === undefined) return code
    const name = traversals.Traversal.escapeNamespace(definition.getName().toLowerCase())
    return code.appendString(
      `${name}.DESCRIPTION = ${codeOf(declarationOf(definition, traversal), definition, traversal)};\n`
    )
  }
}

function classCode(definition: IClassDefinition, traversal: Traversal): string {
  const common = declarationOf(definition, traversal)
  const friends = definition.getFriends().map(name => name.toUpperCase())
  const declaration: Declaration = {
    ...common,
    kind: definition.isAbstract() ? 'A' : definition.isFinal() ? 'F' : 'C',
    create: letterOf(definition.getCreateVisibility()),
    ...(definition.isSharedMemory() ? { isShared: true } : {}),
    ...(friends.length > 0 ? { friends } : {})
  }
  return codeOf(declaration, definition, traversal)
}

/** The enumeration of the parser has no code of its own. */
function has(identifier: TypedIdentifier, meta: string): boolean {
  return (identifier.getMeta() as readonly string[]).includes(meta)
}

/** The parser does not keep the addition. */
function isReadOnly(attribute: TypedIdentifier, traversal: Traversal): boolean {
  const words = traversal.findStatementInFile(attribute.getStart())?.concatTokens() ?? ''
  return /\bREAD-ONLY\s*[.,]?$/i.test(words)
}

function letterOf(visibility: Visibility): string {
  return { [Visibility.Private]: 'I', [Visibility.Protected]: 'O', [Visibility.Public]: 'U' }[
    visibility
  ]
}

function declarationOf(definition: IInterfaceDefinition, traversal: Traversal): Declaration {
  const types = definition
    .getTypeDefinitions()
    .getAll()
    .map(({ type, visibility }) => [type.getName().toUpperCase(), letterOf(visibility)] as const)
  const aliases = definition.getAliases().map(alias => {
    const target = [alias.getComponent().toUpperCase(), letterOf(alias.getVisibility())] as const
    return [alias.getName().toUpperCase(), target] as const
  })
  const readOnly = definition
    .getAttributes()
    .getAll()
    .filter(attribute => isReadOnly(attribute, traversal))
    .map(attribute => attribute.getName().toUpperCase())
  const methods = [...definition.getMethodDefinitions().getAll()].flatMap(method => {
    const described = methodOf(method, traversal)
    return Object.keys(described).length > 0
      ? [[method.getName().toUpperCase(), described] as const]
      : []
  })
  return {
    ...(types.length > 0 ? { types: Object.fromEntries(types) } : {}),
    ...(aliases.length > 0 ? { aliases: Object.fromEntries(aliases) } : {}),
    ...(readOnly.length > 0 ? { readOnly } : {}),
    ...(methods.length > 0 ? { methods: Object.fromEntries(methods) } : {})
  }
}

type Method =
  ReturnType<IInterfaceDefinition['getMethodDefinitions']> extends {
    getAll(): Iterable<infer M>
  }
    ? M
    : never

/** What the descriptions of the transpiler leave out. */
function methodOf(method: Method, traversal: Traversal): DeclaredMethod {
  const words = traversal.findStatementInFile(method.getStart())?.concatTokens() ?? ''
  const exceptions = method.getExceptions().map(name => name.toUpperCase())
  const byValue = method
    .getParameters()
    .getAll()
    .filter(each => has(each, 'pass_by_value'))
    .map(each => each.getName().toUpperCase())
  return {
    ...(method.isAbstract() ? { isAbstract: true } : {}),
    ...(/^\S+ \S+ (?:.* )?FINAL\b/i.test(words) ? { isFinal: true } : {}),
    ...(method.isRedefinition() ? { isRedefined: true } : {}),
    ...(method.isEventHandler()
      ? {
          event: method.getEventName()?.toUpperCase() ?? '',
          ofClass: method.getEventClass()?.toUpperCase() ?? ''
        }
      : {}),
    ...(exceptions.length > 0 ? { exceptions } : {}),
    ...(byValue.length > 0 ? { byValue } : {})
  }
}

/** The declaration as data, and the events, whose parameters have types, as code. */
function codeOf(
  declaration: Declaration,
  definition: IInterfaceDefinition,
  traversal: Traversal
): string {
  const data = JSON.stringify(declaration)
  const events = definition.getEvents().map(event => {
    const parameters = event.getParameters().map(each => {
      const name = JSON.stringify(each.getName().toUpperCase())
      return `${name}: {"type": () => {return ${traversal.toType(each.getType())};}}`
    })
    const visibility = visibilityAt(positionOf(event), traversal)
    return `${JSON.stringify(event.getName().toUpperCase())}: {"visibility": "${visibility}", "is_class": "${event.isStatic() ? 'X' : ''}", "parameters": {${parameters.join(', ')}}}`
  })
  if (events.length === 0) return data
  return `${data.slice(0, -1)}${data === '{}' ? '' : ', '}"events": {${events.join(', ')}}}`
}

function positionOf(event: object): Position {
  return (event as { getStart(): Position }).getStart()
}

const sections = [
  [Statements.Private, 'I'],
  [Statements.Protected, 'O'],
  [Statements.Public, 'U']
] as const

/** Of the section that the statement stands in; an interface has none, and is public. */
function visibilityAt(position: Position, traversal: Traversal): string {
  const statements = (
    traversal as unknown as { file: { getStatements(): readonly Nodes.StatementNode[] } }
  ).file.getStatements()
  const before = statements.filter(statement => statement.getStart().isBefore(position))
  for (const statement of before.reverse()) {
    const section = sections.find(([kind]) => statement.get() instanceof kind)
    if (section !== undefined) return section[1]
    if (statement.get() instanceof Statements.Interface) break
  }
  return 'U'
}
