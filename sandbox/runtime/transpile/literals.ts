/** Lengths of text field literals, whose doubled quotes are hidden. */
import constants from '@abaplint/transpiler/build/src/expressions/constant.js'
import { visibleLength } from './opaque.ts'

interface ConstantTranspiler {
  handleCharacter(token: string): string
}

/**
 * A text field literal is as long as its text; an empty one has one blank. Applies to the
 * transpiler of this thread.
 */
export function measureLiterals(): void {
  const prototype = constants.ConstantTranspiler.prototype as unknown as ConstantTranspiler
  const original = prototype.handleCharacter
  prototype.handleCharacter = function (token) {
    const length = Math.max(1, visibleLength(token.slice(1, -1)))
    // in kernel code, which is read without hiding, the transpiler counts by itself
    const code = original.call(this, token)
    if (token.slice(1, -1).includes("''")) return code
    return code.replace(/^abap\.CharacterFactory\.get\(\d+/, `abap.CharacterFactory.get(${length}`)
  }
}
