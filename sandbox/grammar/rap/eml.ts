/** Types the statements of EML: what VALUE #( ) becomes, and what DATA( ) declares. */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { internal, typing } from '../parser-internals.ts'
import { derivedTable, responseType } from './derived-types.ts'
import { fieldsOf, findEntity, relationsIn } from './entities.ts'
import type { NamedEntity, Place, RapScope } from './entities.ts'
import type { BehaviorEntity } from './model.ts'
import { keyType } from './saved-types.ts'
import { readConversion, readEml } from './eml-statement.ts'
import type { EmlOperation, EmlStatement } from './eml-statement.ts'

type Run = (node: Nodes.StatementNode, input: Place) => void

export function installEml(): void {
  for (const [file, name] of [
    ['modify_entities', 'ModifyEntities'],
    ['read_entities', 'ReadEntities'],
    ['commit_entities', 'CommitEntities']
  ] as const) {
    const module = internal<Record<string, { readonly prototype: { runSyntax: Run } }>>(
      `5_syntax/statements/${file}`
    )
    const prototype = module[name]?.prototype
    if (prototype === undefined) continue
    const original = prototype.runSyntax
    prototype.runSyntax = function (node, input) {
      const statement = readEml(node)
      if (statement.dynamic !== undefined) dynamicForm(statement, input)
      else if (!isTyped(statement, input)) original.call(this, node, input)
      else typed(statement, input)
    }
  }
  installConversion()
}

/** CONVERT KEY: the key of an unknown definition has an unknown type. */
function installConversion(): void {
  const { Convert } = internal<Record<string, { readonly prototype: { runSyntax: Run } }>>(
    '5_syntax/statements/convert'
  ) as { readonly Convert: { readonly prototype: { runSyntax: Run } } }
  const { runSyntax } = Convert.prototype
  Convert.prototype.runSyntax = function (node, input) {
    const conversion = readConversion(node)
    if (conversion === undefined) {
      runSyntax.call(this, node, input)
      return
    }
    const { root, from, to } = conversion
    typing('source', 'Source').runSyntax(from, input as never)
    declare(to, keyType(root, input.scope) ?? BasicTypes.VoidType.get(root), input)
  }
}

/** The path below which types of the entity, or of the target of its association, are found. */
function pathOf({ root }: EmlStatement, { entity, association }: EmlOperation): string {
  const path = root === entity || entity === '' ? root : `${root}\\${entity}`
  return association === '' ? path : `${path}\\${association}`
}

function isTyped(statement: EmlStatement, { scope }: Place): boolean {
  if (statement.refused !== undefined || statement.root === '') return false
  const paths = statement.operations.map(each => pathOf(statement, each))
  return [statement.root, ...paths].every(path => isKnown(path, scope))
}

/** The target of an association is known where it is an entity of the same definition. */
function isKnown(path: string, scope: RapScope): boolean {
  const found = findEntity(path, scope)
  return found !== undefined && (found.association === '' || targetOf(found, scope) !== undefined)
}

function targetOf(found: NamedEntity, scope: RapScope): BehaviorEntity | undefined {
  if (found.association === '') return found.entity
  return relationsIn(found, scope).find(({ name }) => name === found.association)?.target
}

const SOURCES: Readonly<Record<EmlOperation['kind'], string>> = {
  create: 'CREATE',
  update: 'UPDATE',
  delete: 'DELETE',
  execute: 'ACTION IMPORT',
  read: 'READ IMPORT'
}

interface Issue {
  readonly syntaxIssue: (input: Place, token: unknown, text: string) => never
}

const { syntaxIssue } = internal<Issue>('5_syntax/_syntax_input')

/** Fields that the entity has not, and actions that its definition does not declare. */
function checkNames(operation: EmlOperation, path: string, input: Place): void {
  const found = findEntity(path, input.scope)
  const { nameNode, fieldNodes } = operation
  if (found === undefined) return
  const { entity } = found
  if (nameNode !== undefined && !entity.actions.some(({ name }) => name === operation.action)) {
    const text = `The action "${nameNode.concatTokens()}" is not declared for ${entity.name}`
    input.issues.push(syntaxIssue(input, nameNode.getFirstToken(), text))
  }
  const target = targetOf(found, input.scope) ?? entity
  const fields = fieldsOf(target.name, input.scope)
  for (const node of fields === undefined ? [] : fieldNodes) {
    const name = node.concatTokens()
    if (fields?.some(each => each.name === name.toLowerCase()) === true) continue
    const text = `The entity ${target.name} has no field "${name}"`
    input.issues.push(syntaxIssue(input, node.getFirstToken(), text))
  }
}

/** The responses of the dynamic form name their entities themselves. */
function dynamicForm({ dynamic, failed, reported, mapped }: EmlStatement, input: Place): void {
  if (dynamic !== undefined) typing('source', 'Source').runSyntax(dynamic, input as never)
  const name = 'ABP_BEHV_RESPONSE_TAB'
  const type = input.scope.getDDIC().lookupTableType?.(name).type ?? BasicTypes.VoidType.get(name)
  for (const target of [failed, reported, mapped]) declare(target, type, input)
}

function typed(statement: EmlStatement, input: Place): void {
  const { scope } = input
  for (const operation of statement.operations) {
    const path = pathOf(statement, operation)
    checkNames(operation, path, input)
    const named = operation.kind === 'execute' ? `${path}~${operation.action}` : path
    const type = derivedTable(SOURCES[operation.kind], named, scope)
    if (operation.source !== undefined) {
      typing('source', 'Source').runSyntax(operation.source, input as never, type)
    }
    for (const node of operation.relating ?? []) {
      typing('source', 'Source').runSyntax(node, input as never)
    }
    const result = operation.kind === 'execute' ? 'ACTION RESULT' : 'READ RESULT'
    declare(operation.result, derivedTable(result, named, scope), input)
    declare(operation.link, derivedTable('READ LINK', path, scope), input)
  }
  const late = statement.operations.length === 0 ? 'LATE' : 'EARLY'
  declare(statement.mapped, responseType('MAPPED EARLY', statement.root, scope), input)
  declare(statement.failed, responseType(`FAILED ${late}`, statement.root, scope), input)
  declare(statement.reported, responseType(`REPORTED ${late}`, statement.root, scope), input)
}

function declare(
  target: Nodes.ExpressionNode | undefined,
  type: AbstractType | undefined,
  input: Place
): void {
  if (target === undefined) return
  const inline = target.findDirectExpression(Expressions.InlineData)
  if (inline === undefined) typing('target', 'Target').runSyntax(target, input as never)
  else typing('inline_data', 'InlineData').runSyntax(inline, input as never, type)
}
