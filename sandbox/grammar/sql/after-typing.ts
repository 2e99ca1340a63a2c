/** Adds checks to statements behind their own checks of types. */
import type { Nodes } from '@abaplint/core'
import { internal } from '../parser-internals.ts'
import type { Typing } from '../parser-internals.ts'
import type { Input } from './faults.ts'

type Statement = Nodes.StatementNode

/** `statements` are files and classes of the parser. Where types are wrong, `check` does not run. */
export function checkAfterTyping(
  statements: readonly (readonly [file: string, name: string])[],
  check: (node: Statement, input: Input) => void
): void {
  for (const [file, name] of statements) {
    const { prototype } = internal<Record<string, { readonly prototype: Typing }>>(
      `5_syntax/statements/${file}`
    )[name] as { readonly prototype: Typing }
    const run = prototype.runSyntax
    prototype.runSyntax = function (node, input, ...more) {
      const before = input.issues.length
      const result = run.call(this, node, input, ...more)
      if (input.issues.length === before) check(node as Statement, input as Input)
      return result
    }
  }
}
