/** Runs console classes and programs. */
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpWriter } from '../../erp.ts'
import { assertName } from '../../objects.ts'
import { longTimeoutMs } from '../../request.ts'

async function execute(
  erp: ErpWriter,
  path: string,
  signal: AbortSignal | undefined
): Promise<string> {
  const { text } = await erp.request(
    {
      operation: 'run',
      effect: 'change',
      method: 'POST',
      path,
      accept: 'text/plain',
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return text
}

/** Runs the active version of a console class. @returns its output */
export async function runClass(
  erp: ErpWriter,
  { name }: { name: string },
  signal?: AbortSignal
): Promise<string> {
  assertName({ type: 'CLAS', name })
  return await execute(erp, `/sap/bc/adt/oo/classrun/${encodeURIComponent(name)}`, signal)
}

/**
 * Runs a program. @returns its list
 * @throws ErpError ERP_UNSUPPORTED on releases that run classes only
 */
export async function runProgram(
  erp: ErpWriter,
  { name }: { name: string },
  signal?: AbortSignal
): Promise<string> {
  assertName({ type: 'PROG', name })
  try {
    return await execute(erp, `/sap/bc/adt/programs/programrun/${encodeURIComponent(name)}`, signal)
  } catch (error) {
    // a system that has the service says with 501 what it cannot do
    if (!isErpError(error, 'ERP_UNSUPPORTED') || error.status === 501) throw error
    throw new ErpError(
      'ERP_UNSUPPORTED',
      'This release does not run programs over the development interface',
      {
        outcome: 'failed',
        remedy: 'Run a class that implements IF_OO_ADT_CLASSRUN instead.',
        cause: error
      }
    )
  }
}
