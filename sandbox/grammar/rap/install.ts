/** Teaches the parser the types of behavior definitions: declarations, handler methods and EML. */
import { Expressions, Statements, Tokens, TypedIdentifier } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { installAbstractEntities } from './abstract-entities.ts'
import { combinators, internal } from '../parser-internals.ts'
import type { Rule } from '../parser-internals.ts'
import { derivedRow, derivedTable, responseType } from './derived-types.ts'
import type { Place, RapScope } from './entities.ts'
import { requestType } from './saved-types.ts'
import { installEml } from './eml.ts'
import { installEntityEvents } from './events.ts'
import { installBehaviorGrammar } from './behavior-grammar.ts'
import { installEmlGrammar } from './eml-grammar.ts'
import { parametersOf, saverParametersOf } from './handlers.ts'

type Node = Nodes.StatementNode | Nodes.ExpressionNode

interface TypeParser {
  readonly input: Place
  parseTable(node: Node, name: string): AbstractType | undefined
  parseType(node: Node, name: string): AbstractType | undefined
}

interface Parameters {
  importing: TypedIdentifier[]
  changing: TypedIdentifier[]
  optional: string[]
  workaroundRAP(node: Nodes.StatementNode, input: Place, parentName: string): void
}

export function installBehaviorTypes(): void {
  installAbstractEntities()
  installDeclarations()
  installData()
  installCreation()
  installDeferred()
  installKeyGroups()
  installHandlers()
  installRedefinitions()
  installBehaviorGrammar()
  installEmlGrammar()
  installEml()
  installEntityEvents()
}

const TABLE = /^TYPE TABLE FOR ((?:[A-Z]+ )+?)(\S+)$/
const STRUCTURE = /^TYPE STRUCTURE FOR ((?:[A-Z]+ )+?)(\S+)$/
const REQUEST = /^TYPE REQUEST FOR (CHANGE|DELETE) (\S+)$/
const RESPONSE = /^TYPE RESPONSE FOR ((?:[A-Z]+ )+?)(\S+)$/

function installDeclarations(): void {
  const { prototype } = internal<Record<string, { readonly prototype: TypeParser }>>(
    '5_syntax/basic_types'
  ).BasicTypes as { readonly prototype: TypeParser }
  const { parseTable, parseType } = prototype
  prototype.parseTable = function (node, name) {
    const text = textOf(node, Expressions.TypeTable)
    const [, kind = '', entity = ''] = TABLE.exec(text) ?? []
    const own = entity === '' ? undefined : derivedTable(kind.trim(), entity, this.input.scope)
    return own ?? parseTable.call(this, node, name)
  }
  prototype.parseType = function (node, name) {
    const own = structureType(node, this.input.scope)
    return own ?? parseType.call(this, node, name)
  }
}

/** CREATE OBJECT handler FOR TESTING. */
function installCreation(): void {
  const { prototype } = Statements.CreateObject as unknown as {
    readonly prototype: { getMatcher(): Rule }
  }
  const { getMatcher } = prototype
  const { seq, optPrio } = combinators
  prototype.getMatcher = function () {
    return seq(getMatcher.call(this), optPrio('FOR TESTING'))
  }
}

/** CLASS … DEFINITION DEFERRED FOR TESTING: the friend of a handler class is a test class. */
function installDeferred(): void {
  const { prototype } = Statements.ClassDeferred as unknown as {
    readonly prototype: { getMatcher(): Rule }
  }
  const { getMatcher } = prototype
  const { seq, optPrio } = combinators
  prototype.getMatcher = function () {
    return seq(getMatcher.call(this), optPrio('FOR TESTING'))
  }
}

interface KeyCompares {
  hasKeyCompare(condition: Nodes.ExpressionNode, component: string): boolean
}

/** A comparison with %tky compares the fields of the key. */
function installKeyGroups(): void {
  const module = internal<KeyCompares>('5_syntax/_key_compare')
  const { hasKeyCompare } = module
  module.hasKeyCompare = (condition, component) =>
    hasKeyCompare(condition, component) ||
    /(^| |-)%(tky|pky|key) = /i.test(` ${condition.concatTokens()}`)
}

interface DataParser {
  runSyntax(node: Nodes.ExpressionNode, input: Place): TypedIdentifier | undefined
}

/** DATA does not ask the type parser for STRUCTURE FOR and RESPONSE FOR. */
function installData(): void {
  const { DataDefinition } = internal<Record<string, DataParser>>(
    '5_syntax/expressions/data_definition'
  ) as { readonly DataDefinition: DataParser }
  const { runSyntax } = DataDefinition
  DataDefinition.runSyntax = function (node, input) {
    const found = runSyntax.call(this, node, input)
    const type = structureType(node, input.scope)
    return found === undefined || type === undefined
      ? found
      : new TypedIdentifier(found.getToken(), found.getFilename(), type)
  }
}

function structureType(node: Node, scope: RapScope): AbstractType | undefined {
  const text = textOf(node, Expressions.TypeStructure)
  const [, kind = '', entity = ''] = STRUCTURE.exec(text) ?? []
  if (entity !== '') return derivedRow(kind.trim(), entity, scope)
  const [, request = '', behavior = ''] = REQUEST.exec(text) ?? []
  if (behavior !== '') return requestType(request, behavior, scope)
  const [, response = '', root = ''] = RESPONSE.exec(text) ?? []
  return root === '' ? undefined : responseType(response.trim(), root, scope)
}

function textOf(node: Node, kind: new () => object): string {
  return (
    node
      .findFirstExpression(kind as never)
      ?.concatTokens()
      .toUpperCase() ?? ''
  )
}

/** The implicit parameters of handler methods: FAILED, REPORTED, MAPPED and RESULT are CHANGING. */
function installHandlers(): void {
  const { prototype } = internal<Record<string, { readonly prototype: Parameters }>>(
    'types/method_parameters'
  ).MethodParameters as { readonly prototype: Parameters }
  const { workaroundRAP } = prototype
  prototype.workaroundRAP = function (node, input, parentName) {
    const parameters = saverParametersOf(node, input.scope) ?? parametersOf(node, input.scope)
    if (parameters === undefined) {
      workaroundRAP.call(this, node, input, parentName)
      return
    }
    for (const { name, type, changing } of parameters) {
      const token = new Tokens.Identifier(node.getFirstToken().getStart(), name.toLowerCase())
      const meta = changing ? ['changing'] : ['importing', 'read_only']
      const parameter = new TypedIdentifier(token, input.filename, type, meta as never)
      if (changing) this.changing.push(parameter)
      else this.importing.push(parameter)
    }
  }
}

interface MethodSearch {
  findMethod(definition: Definition, name: string): Method | undefined
}
interface Method {
  isRedefinition(): boolean
  getParameters(): { getAll(): readonly unknown[] }
}
interface Definition {
  getMethodDefinitions(): { getByName(name: string): Method | undefined } | undefined
}

/** A redefinition has the parameters of the superclass, unless it was given some of its own. */
function installRedefinitions(): void {
  const { prototype } = internal<Record<string, { readonly prototype: MethodSearch }>>(
    '5_syntax/_object_oriented'
  ).ObjectOriented as { readonly prototype: MethodSearch }
  const { findMethod } = prototype
  prototype.findMethod = function (definition, name) {
    const own = definition.getMethodDefinitions()?.getByName(name)
    const isOwn = own?.isRedefinition() === true && own.getParameters().getAll().length > 0
    return isOwn ? own : findMethod.call(this, definition, name)
  }
}
