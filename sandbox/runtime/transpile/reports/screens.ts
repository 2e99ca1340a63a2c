/** LOOP AT SCREEN and MODIFY SCREEN: the elements of a selection screen. */
import { Expressions, Statements, type ABAPFile, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import type { Traversal } from '../tables/dynamic.ts'

interface Context {
  readonly file: ABAPFile
  readonly statementsInsideLoop: WeakSet<object>
  buildStatementContext(): void
}

export function installScreens(): void {
  Object.assign(statements.LoopAtScreenTranspiler.prototype, {
    transpile(node: Nodes.StatementNode, traversal: Traversal) {
      const element = uniqueIdentifier.UniqueIdentifier.get()
      const target = node.findDirectExpression(Expressions.Target)
      const into =
        target === undefined ? '' : `\n${traversal.traverse(target).getCode()}.set(${element});`
      const head = `for (const ${element} of abap.sandbox.reports.screen()) {${into}`
      return new Chunk().append(head, node, traversal)
    }
  })
  Object.assign(statements.ModifyScreenTranspiler.prototype, { transpile: () => new Chunk() })
  const prototype = traversals.Traversal.prototype as unknown as Context
  const original = prototype.buildStatementContext
  // EXIT and CONTINUE leave this loop, as any other
  prototype.buildStatementContext = function (this: Context) {
    original.call(this)
    let depth = 0
    for (const statement of this.file.getStatements()) {
      const kind = statement.get()
      if (BEGINS.some(each => kind instanceof each)) depth++
      else if (ENDS.some(each => kind instanceof each)) depth--
      if (depth > 0) this.statementsInsideLoop.add(statement)
    }
  }
}

const BEGINS = [
  Statements.LoopAtScreen,
  Statements.Loop,
  Statements.While,
  Statements.SelectLoop,
  Statements.Do
]
const ENDS = [Statements.EndLoop, Statements.EndWhile, Statements.EndSelect, Statements.EndDo]
