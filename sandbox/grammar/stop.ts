/** The place at which the parser gives up: the first token that no rule takes. */
import { internal } from './parser-internals.ts'
import type { Token } from './parser-internals.ts'

/** What is left of the tokens while they are matched with rules. */
interface Match {
  getTokens(): readonly Token[]
  getTokenIndex(): number
  shift(node: object): Match
}

export interface Stop {
  /** The number of tokens before it. */
  readonly taken: number
  /** Undefined where the source ends too early, and where no token is taken. */
  readonly token: Token | undefined
}

/** The furthest place that any rule reaches while `parse` runs. */
export function stopOf(parse: () => unknown): Stop {
  const { prototype } = internal<{ readonly Result: { readonly prototype: Match } }>(
    '2_statements/result'
  ).Result
  const { shift } = prototype
  let stop: Stop = { taken: 0, token: undefined }
  prototype.shift = function (node) {
    const next = shift.call(this, node)
    const taken = next.getTokenIndex()
    if (taken > stop.taken) stop = { taken, token: next.getTokens()[taken] }
    return next
  }
  try {
    parse()
  } finally {
    prototype.shift = shift
  }
  return stop
}
