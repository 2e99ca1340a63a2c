/** STOP and LEAVE. */
import type { Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import type { Traversal } from '../tables/dynamic.ts'

export function installLeave(): void {
  Object.assign(statements.StopTranspiler.prototype, {
    transpile: (node: Nodes.StatementNode, traversal: Traversal) => leave('stop', node, traversal)
  })
  Object.assign(statements.LeaveTranspiler.prototype, {
    transpile(node: Nodes.StatementNode, traversal: Traversal) {
      const words = node.concatTokens().replace(/\s+/g, ' ').replace(/ ?\.$/, '').toUpperCase()
      if (words === 'LEAVE PROGRAM') return leave('program', node, traversal)
      if (words === 'LEAVE LIST-PROCESSING') return leave('list', node, traversal)
      throw new Error('dialogs')
    }
  })
}

function leave(how: string, node: Nodes.StatementNode, traversal: Traversal): Chunk {
  return new Chunk().append(`abap.sandbox.reports.leave("${how}");`, node, traversal)
}
