/** Generates the facts that the runtime needs of optional interface methods. */
import { ABAPObject, Expressions, Statements, Structures, type IObject } from '@abaplint/core'

/**
 * Code that lists the optional methods of the interfaces of an object; `keys` are
 * the names they are registered under.
 */
export function defaultsCode(object: IObject, keys: Readonly<Record<string, string>>): string {
  if (!(object instanceof ABAPObject)) return ''
  const lines: string[] = []
  for (const file of object.getABAPFiles()) {
    for (const node of file.getStructure()?.findAllStructuresRecursive(Structures.Interface) ??
      []) {
      const name =
        node
          .findFirstStatement(Statements.Interface)
          ?.findFirstExpression(Expressions.InterfaceName)
          ?.concatTokens()
          .toUpperCase() ?? ''
      const defaults = Object.fromEntries(
        node.findAllStatements(Statements.MethodDef).flatMap(statement => {
          const kind = /\bDEFAULT (IGNORE|FAIL)\b/i
            .exec(statement.concatTokens())?.[1]
            ?.toLowerCase()
          const method = statement
            .findFirstExpression(Expressions.MethodName)
            ?.concatTokens()
            .toUpperCase()
          return kind === undefined || method === undefined ? [] : [[method, kind]]
        })
      )
      const key = keys[name]
      if (key !== undefined && Object.keys(defaults).length > 0) {
        lines.push(`abap.Classes[${JSON.stringify(key)}].DEFAULTS = ${JSON.stringify(defaults)};\n`)
      }
    }
  }
  return lines.join('')
}
