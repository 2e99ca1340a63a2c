import { Worker } from 'node:worker_threads'
import { ToolError } from '../errors.ts'
import type { LintJob, LintResult } from './job.ts'

const memoryMegabytes = 768
const stackMegabytes = 16

/** Runs a job in a thread of its own, so that a large source holds nobody up and a cancelled call costs nothing more. */
export async function lintInThread (job: LintJob, signal: AbortSignal): Promise<LintResult> {
  signal.throwIfAborted()
  const file = new URL(`./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const worker = new Worker(file, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, stackSizeMb: stackMegabytes } })
  try {
    return await new Promise<LintResult>((resolve, reject) => {
      const stopped = () => { reject(signal.reason) }
      signal.addEventListener('abort', stopped, { once: true })
      worker.once('message', (result: LintResult) => {
        signal.removeEventListener('abort', stopped)
        resolve(result)
      })
      worker.once('error', (cause) => { reject(failed(cause)) })
      worker.once('exit', () => { reject(failed(undefined)) })
    })
  } finally {
    await worker.terminate()
  }
}

function failed (cause: unknown): ToolError {
  return new ToolError('LINT_FAILED', 'The linter could not work through this source.', { remedy: 'Narrow to one include, or to fewer rules; ERPDiagnose syntax checks with the ERP itself.', cause })
}
