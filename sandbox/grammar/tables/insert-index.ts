/** Typing of INSERT with a position. */
import { internal } from '../parser-internals.ts'
import type { SyntaxInput } from '../parser-internals.ts'

interface Analysis {
  runSyntax(node: { concatTokens(): string }, input: SyntaxInput): void
}

const { InsertInternal } = internal<{ readonly InsertInternal: { readonly prototype: Analysis } }>(
  '5_syntax/statements/insert_internal'
)

const WITH_INDEX = /\bINDEX\b/i

/**
 * INSERT wa INTO itab INDEX n converts the work area to the row; only INTO TABLE needs a compatible
 * one. The parser refuses a literal in both.
 */
export function permitConversion(): void {
  const { prototype } = InsertInternal
  const original = prototype.runSyntax
  prototype.runSyntax = function (this: Analysis, node, input) {
    const before = input.issues.length
    original.call(this, node, input)
    if (input.issues.length === before || !WITH_INDEX.test(node.concatTokens())) return
    const kept = input.issues
      .slice(before)
      .filter(issue => issue.getMessage() !== 'Types not compatible')
    input.issues.splice(before, input.issues.length, ...kept)
  }
}
