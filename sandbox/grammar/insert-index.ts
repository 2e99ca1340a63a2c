/** Typing of INSERT with a position. */
import insertInternal from '@abaplint/core/build/src/abap/5_syntax/statements/insert_internal.js'

interface Node {
  concatTokens(): string
}

interface Input {
  readonly issues: { getMessage(): string }[]
}

const WITH_INDEX = /\bINDEX\b/i

/**
 * INSERT wa INTO itab INDEX n converts the work area to the row; only INTO TABLE needs a compatible
 * one. The parser refuses a literal in both.
 */
export function permitConversion(): void {
  const prototype = insertInternal.InsertInternal.prototype as unknown as {
    runSyntax(node: Node, input: Input): void
  }
  const original = prototype.runSyntax
  prototype.runSyntax = function (this: typeof prototype, node, input) {
    const before = input.issues.length
    original.call(this, node, input)
    if (input.issues.length === before || !WITH_INDEX.test(node.concatTokens())) return
    const kept = input.issues
      .slice(before)
      .filter(issue => issue.getMessage() !== 'Types not compatible')
    input.issues.splice(before, input.issues.length, ...kept)
  }
}
