/** Checks that a CATCH clause can be reached: no clause before it catches a superclass. */
import { Objects, Statements } from '@abaplint/core'
import type { ABAPFile, IRegistry, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'catch_order'
const MAX_DEPTH = 100

/** Reports exception classes whose superclass an earlier clause of the same TRY catches. */
export function checkCatchOrder(file: ABAPFile, registry: IRegistry): FileMessage[] {
  const messages: FileMessage[] = []
  const blocks: Set<string>[] = []
  for (const node of file.getStatements()) {
    const statement = node.get()
    if (statement instanceof Statements.Try) blocks.push(new Set())
    else if (statement instanceof Statements.EndTry) blocks.pop()
    else if (statement instanceof Statements.Catch) {
      messages.push(...faultsOf(file, { node, caught: blocks.at(-1) ?? new Set(), registry }))
    }
  }
  return messages
}

interface Clause {
  readonly node: Nodes.StatementNode
  /** What the clauses before it catch; the classes of this clause are added. */
  readonly caught: Set<string>
  readonly registry: IRegistry
}

function faultsOf(file: ABAPFile, { node, caught, registry }: Clause): FileMessage[] {
  const messages: FileMessage[] = []
  for (const token of node.getTokens().slice(1)) {
    const name = token.getStr().toUpperCase()
    if (name === 'INTO' || name === '.') break
    if (name === 'BEFORE' || name === 'UNWIND') continue
    const above = superclasses(name, registry).find(each => caught.has(each))
    if (above !== undefined) {
      messages.push(
        error(
          rangeOfToken(file.getFilename(), token),
          RULE,
          `The exception class ${name} cannot be used in the CATCH clause: a clause before it in the same TRY block catches its superclass ${above}.`
        )
      )
    }
    caught.add(name)
  }
  return messages
}

/** The superclasses of a global class, nearest first. */
function superclasses(name: string, registry: IRegistry): string[] {
  const found: string[] = []
  let current: string | undefined = name
  while (current !== undefined && found.length < MAX_DEPTH) {
    const object = registry.getObject('CLAS', current)
    const above =
      object instanceof Objects.Class
        ? object.getClassDefinition()?.superClassName?.toUpperCase()
        : undefined
    if (above !== undefined) found.push(above)
    current = above
  }
  return found
}
