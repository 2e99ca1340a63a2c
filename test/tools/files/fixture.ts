/** Errors by their code, for the tests of files. */
import { ToolError } from '../../../tools/index.ts'

export function errorCodeOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error.code
  }
}
