/** Adds enumerated types to the parser and the transpiler. */
import { createRequire } from 'node:module'
import {
  BasicTypes,
  Expressions,
  Nodes,
  Statements,
  Structures,
  TypedIdentifier
} from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import { installBaseTypes, membersIn, type Members } from './constants/enumeration-values.ts'
import transpileTypes from '@abaplint/transpiler/build/src/transpile_types.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

type Values = TypedIdentifier[]
interface Found {
  values: Values
  types: TypedIdentifier[]
}
interface Syntax {
  runSyntax(node: Nodes.StructureNode, input: { readonly filename: string }): Found
}
interface Types {
  toType(type: unknown, ...more: unknown[]): string
}
interface Traversal {
  getFilename(): string
  traverseStructure(node: Nodes.StructureNode): Chunk
  setValues(identifier: TypedIdentifier, name: string): string
  findObjectForFilename(name: string): unknown
}

/** The parser declares no types for this part of itself. */
const { TypeEnum } = createRequire(import.meta.url)(
  '@abaplint/core/build/src/abap/5_syntax/structures/type_enum.js'
) as { TypeEnum: { prototype: Syntax } }

/** A property, because types are copied when they get another name. */
const MEMBERS = Symbol('names of the values')

function membersOf(type: unknown): Members | undefined {
  return type instanceof BasicTypes.EnumType
    ? (type as { [MEMBERS]?: Members })[MEMBERS]
    : undefined
}

/**
 * Values of enumerated types contain their type and the names of its values; the transpiler reads
 * them for numbers and texts.
 */
export function installEnumerations(): void {
  installBaseTypes()
  typeValues(TypeEnum.prototype)
  const types = transpileTypes.TranspileTypes as unknown as Types
  const original = types.toType
  types.toType = function (this: Types, type, ...more) {
    const members = membersOf(type)
    if (members === undefined) return original.call(this, type, ...more)
    const name = (type as BasicTypes.EnumType).getQualifiedName()?.toUpperCase() ?? ''
    return codeOf(name, members)
  }
  declareLocal(traversals.Traversal.prototype as unknown as Traversal)
  setAttributes(traversals.Traversal.prototype as unknown as Traversal)
}

function typeValues(syntax: Syntax): void {
  const original = syntax.runSyntax
  syntax.runSyntax = function (this: Syntax, node, input) {
    const found = original.call(this, node, input)
    const type = found.types[0]?.getType()
    if (!(type instanceof BasicTypes.EnumType)) return found
    Object.assign(type, { [MEMBERS]: membersIn(node) })
    return { ...found, values: found.values.map(value => typed(value, type, input.filename)) }
  }
}

/** The value, or the structure of values, with the enumerated type. */
function typed(value: TypedIdentifier, type: BasicTypes.EnumType, file: string): TypedIdentifier {
  const own = value.getType()
  const next =
    own instanceof BasicTypes.StructureType
      ? new BasicTypes.StructureType(own.getComponents().map(({ name }) => ({ name, type })))
      : type
  return new TypedIdentifier(value.getToken(), file, next, [...value.getMeta()])
}

function codeOf(name: string, { names, base }: Members): string {
  const more = base === undefined ? '' : `, ${JSON.stringify(base)}`
  return `abap.sandbox.enumerated(${JSON.stringify(name)}, ${JSON.stringify(names)}${more})`
}

/** Within a procedure the values are constants, which the transpiler does not declare. */
function declareLocal(prototype: Traversal): void {
  const original = prototype.traverseStructure
  prototype.traverseStructure = function (this: Traversal, node) {
    if (!(node.get() instanceof Structures.TypeEnum)) return original.call(this, node)
    const begin = node.findDirectStatement(Statements.TypeEnumBegin)
    const type = begin?.findFirstExpression(Expressions.NamespaceSimpleName)?.concatTokens() ?? ''
    const structure = begin?.findExpressionAfterToken('STRUCTURE')?.concatTokens().toLowerCase()
    const members = membersIn(node)
    const { names } = members
    const value = (index: number): string => `${codeOf(type.toUpperCase(), members)}.set(${index})`
    const fields = names
      .map((name, index) => `${JSON.stringify(name.toLowerCase())}: ${value(index)}`)
      .join(', ')
    const code =
      structure === undefined
        ? names.map((name, index) => `let ${variable(name)} = ${value(index)};\n`).join('')
        : `let ${variable(structure)} = new abap.types.Structure({${fields}});\n`
    return new Chunk().append(code, node, this as never)
  }
}

function variable(name: string): string {
  return traversals.Traversal.prefixVariable(name.toLowerCase())
}

/** VALUE of an attribute: it names a value of the type, which is no literal. */
function setAttributes(prototype: Traversal): void {
  const original = prototype.setValues
  prototype.setValues = function (this: Traversal, identifier, name) {
    const names = membersOf(identifier.getType())?.names
    const value =
      names === undefined
        ? undefined
        : valueOf(this.findObjectForFilename(identifier.getFilename()), identifier)
    const index = names?.indexOf(value ?? '') ?? -1
    return index < 0 ? original.call(this, identifier, name) : `${variable(name)}.set(${index});\n`
  }
}

interface Sources {
  getABAPFileByName(name: string): { getStatements(): readonly Nodes.StatementNode[] } | undefined
}

/** `DATA a TYPE ty_color VALUE color-green` → `GREEN`. */
function valueOf(object: unknown, identifier: TypedIdentifier): string | undefined {
  const file = (object as Partial<Sources> | undefined)?.getABAPFileByName?.(
    identifier.getFilename()
  )
  const statement = file
    ?.getStatements()
    .find(each => each.getTokens().some(token => token.getStart().equals(identifier.getStart())))
  return /\bVALUE (?:[\w/]+=>)?(?:[\w/~]+-)?([\w/~]+)(?: READ-ONLY)? ?\.?$/i
    .exec(statement?.concatTokens() ?? '')?.[1]
    ?.toUpperCase()
}
