/** Reports the statements that the sandbox refuses in developer objects. */
import { Statements } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfNode } from '../ranges.ts'

const RULE = 'forbidden_statement'
const KERNEL_WRITE = /^['`|]\s*@KERNEL/i

/**
 * Statements that reach outside of the language. The system refuses them in developer objects even
 * where the runtime supports them.
 */
export function checkForbidden(file: ABAPFile): FileMessage[] {
  const messages: FileMessage[] = []
  for (const node of file.getStatements()) {
    const reason = reasonOf(node)
    if (reason !== undefined) {
      messages.push(error(rangeOfNode(file.getFilename(), node), RULE, reason))
    }
  }
  return messages
}

function reasonOf(node: Nodes.StatementNode): string | undefined {
  const statement = node.get()
  if (statement instanceof Statements.CallKernel) {
    return 'CALL of a kernel function is not allowed in this system.'
  }
  if (statement instanceof Statements.SystemCall) {
    return 'SYSTEM-CALL is not allowed in this system.'
  }
  if (statement instanceof Statements.ExecSQL) {
    return 'EXEC SQL is not allowed in this system: use ABAP SQL.'
  }
  if (node.getTokens().some(token => KERNEL_WRITE.test(token.getStr()))) {
    return "The literal '@KERNEL …' is not allowed in this system."
  }
  if (
    statement instanceof Statements.MethodImplementation &&
    / BY KERNEL /i.test(`${node.concatTokens()} `)
  ) {
    return 'METHOD … BY KERNEL MODULE is not allowed in this system.'
  }
  return undefined
}
