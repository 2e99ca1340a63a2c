/** Translates the statements of EML to calls of the runner. */
import type { Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import { readConversion, readEml } from '../../../grammar/rap/eml-statement.ts'
import type { EmlOperation } from '../../../grammar/rap/eml-statement.ts'
import { readEntityEvent } from '../../../grammar/rap/events.ts'
import { call } from '../open-sql/translate.ts'
import type { Traversal } from '../open-sql/translate.ts'

export function installEml(): void {
  for (const [kind, service] of [
    [statements.ModifyEntitiesTranspiler, 'emlModify'],
    [statements.ReadEntitiesTranspiler, 'emlRead'],
    [statements.CommitEntitiesTranspiler, 'emlCommit'],
    [statements.RollbackEntitiesTranspiler, 'emlRollback']
  ] as const) {
    kind.prototype.transpile = (node: Nodes.StatementNode, traversal: Traversal) =>
      translate(service, node, traversal)
  }
  installConversion()
  installEntityEvents()
}

function installConversion(): void {
  const prototype = statements.ConvertTranspiler.prototype as unknown as {
    transpile(node: Nodes.StatementNode, traversal: Traversal): Chunk
  }
  const { transpile } = prototype
  prototype.transpile = function (node, traversal) {
    const conversion = readConversion(node)
    if (conversion === undefined) return transpile.call(this, node, traversal)
    const code = (part: Nodes.ExpressionNode) => traversal.traverse(part).getCode()
    const request = call('emlConvertKey', {
      root: JSON.stringify(conversion.root),
      from: code(conversion.from),
      to: code(conversion.to)
    })
    return new Chunk().append(`${request};`, node, traversal)
  }
}

function installEntityEvents(): void {
  const prototype = statements.RaiseEventTranspiler.prototype as unknown as {
    transpile(node: Nodes.StatementNode, traversal: Traversal): Chunk
  }
  const { transpile } = prototype
  prototype.transpile = function (node, traversal) {
    const found = readEntityEvent(node)
    if (found === undefined) return transpile.call(this, node, traversal)
    const { root, event, source } = found
    const request = call('emlRaise', {
      root: JSON.stringify(root),
      event: JSON.stringify(event),
      rows: traversal.traverse(source).getCode()
    })
    return new Chunk().append(`${request};`, node, traversal)
  }
}

function translate(service: string, node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const statement = readEml(node)
  if (statement.refused !== undefined) throw new Error(statement.refused)
  const code = (part: Nodes.ExpressionNode | undefined): string | undefined =>
    part === undefined ? undefined : traversal.traverse(part).getCode()
  const operations = statement.operations.map(each => operationCode(each, code))
  const request = call(service, {
    root: JSON.stringify(statement.root),
    local: String(statement.local),
    block: statement.block === undefined ? undefined : JSON.stringify(statement.block),
    operations: `[${operations.join(', ')}]`,
    dynamic: code(statement.dynamic),
    augmenting: statement.augmenting ? 'true' : undefined,
    failed: code(statement.failed),
    reported: code(statement.reported),
    mapped: code(statement.mapped)
  })
  return new Chunk().append(`await ${request};`, node, traversal)
}

type Code = (part: Nodes.ExpressionNode | undefined) => string | undefined

function operationCode(operation: EmlOperation, code: Code): string {
  const { kind, entity, action, association, fields, autoFill } = operation
  const parts = {
    kind: JSON.stringify(kind),
    entity: JSON.stringify(entity),
    action: JSON.stringify(action),
    association: JSON.stringify(association),
    fields: JSON.stringify(fields),
    autoFill: String(autoFill),
    rows: code(operation.source),
    result: code(operation.result),
    link: code(operation.link)
  }
  const members = Object.entries(parts).flatMap(([name, part]) =>
    part === undefined ? [] : [`${JSON.stringify(name)}: ${part}`]
  )
  return `{${members.join(', ')}}`
}
