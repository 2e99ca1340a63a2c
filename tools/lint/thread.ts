/** Runs lint jobs in a thread of their own. */
import { isErpError } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import { inThread } from '../call/worker-thread.ts'
import type { LintJob, LintResult } from './job.ts'

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const engine = inThread<readonly [LintJob], LintResult>({
  module: new URL(`./engine${extension}`, import.meta.url).href,
  name: 'runLint'
})

/** Runs a job in a thread: it does not block the event loop, and a cancelled call ends it. */
export async function lintInThread(job: LintJob, signal: AbortSignal): Promise<LintResult> {
  try {
    return await engine([job], signal)
  } catch (error) {
    if (isErpError(error) && error.code !== 'ERP_BAD_ANSWER') throw error
    throw failed(error)
  }
}

function failed(cause: unknown): ToolError {
  return new ToolError('LINT_FAILED', 'The linter could not work through this source.', {
    remedy:
      'Narrow to one include, or to fewer rules; ERPDiagnose syntax checks with the ERP itself.',
    cause
  })
}
