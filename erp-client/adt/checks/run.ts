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

/** Systems answer so, with status 200, for a class that cannot be run or was never activated. */
const noConsoleClass = /^(?:Error: )?Class .*does not implement if_oo_adt_classrun~main.*$/i

/**
 * Runs the active version of a console class. @returns its output
 * @throws ErpError ERP_BAD_REQUEST where its active version has no such method
 */
export async function runClass(
  erp: ErpWriter,
  { name }: { name: string },
  signal?: AbortSignal
): Promise<string> {
  assertName({ type: 'CLAS', name })
  const text = await execute(erp, `/sap/bc/adt/oo/classrun/${encodeURIComponent(name)}`, signal)
  if (!noConsoleClass.test(text.trim())) return text
  throw new ErpError(
    'ERP_BAD_REQUEST',
    `The active version of ${name} does not implement IF_OO_ADT_CLASSRUN~MAIN`,
    { outcome: 'failed', remedy: 'Activate the class, or let it implement the interface.' }
  )
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
