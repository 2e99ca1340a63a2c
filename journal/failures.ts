/** What the failures of a store mean for a call. */
import { ToolError } from '../tools/index.ts'

/** Runs work of a store; a failure that is none of a tool becomes one by `wrap`. */
export function failingWith(
  wrap: (cause: unknown) => ToolError
): <T>(work: () => Promise<T>) => Promise<T> {
  return async work => {
    try {
      return await work()
    } catch (cause) {
      throw cause instanceof ToolError ? cause : wrap(cause)
    }
  }
}
