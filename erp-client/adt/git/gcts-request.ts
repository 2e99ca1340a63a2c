/** Requests to gCTS, whose bodies are JSON. */
import type { ChangeOperation } from '../../operations.ts'
import type { ReadOperation } from '../../reading-operations.ts'
import type { ErpRequest } from '../../request.ts'
import { longTimeoutMs } from '../../request.ts'
import type { Json } from '../../wire/git/gcts.ts'
import { readJson } from '../../wire/git/gcts.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'

export const root = '/sap/bc/cts_abapvcs'

export function ridPath(rid: string): string {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(rid) || /^\.+$/.test(rid)) {
    throw new ErpError('ERP_BAD_NAME', `Repository ${JSON.stringify(rid.slice(0, 40))} is none`, {
      outcome: 'failed'
    })
  }
  return `${root}/repository/${rid}`
}

interface Ask<Operation extends string> {
  readonly operation: Operation
  readonly path: string
  readonly method?: ErpRequest['method']
  readonly query?: ErpRequest['query']
  readonly body?: object
  /** Where the path names none. */
  readonly rid?: string
}

export async function read(
  erp: ErpReader,
  { operation, path, query }: Ask<ReadOperation>,
  signal: AbortSignal | undefined
): Promise<Json> {
  return readJson(
    (
      await erp.request(
        { operation, effect: 'none', method: 'GET', path, query, accept: 'application/json' },
        signal
      )
    ).text
  )
}

function repositoryWords(path: string, rid: string | undefined): string | undefined {
  const name = rid ?? /\/repository\/([^/]+)/.exec(path)?.[1]
  return name === undefined ? undefined : `git repository ${name}`
}

export async function change(
  erp: ErpWriter,
  { operation, path, method = 'POST', query, body, rid }: Ask<ChangeOperation>,
  signal: AbortSignal | undefined
): Promise<Json> {
  const content =
    body === undefined ? {} : { contentType: 'application/json', body: JSON.stringify(body) }
  return readJson(
    (
      await erp.request(
        {
          operation,
          effect: 'change',
          subject: { refs: [], named: repositoryWords(path, rid) },
          method,
          path,
          query,
          accept: 'application/json',
          timeoutMs: longTimeoutMs,
          ...content
        },
        signal
      )
    ).text
  )
}

export async function orUnsupported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) throw error
    throw new ErpError('ERP_UNSUPPORTED', 'This system has no gCTS', {
      outcome: 'failed',
      remedy: 'Activate the service /sap/bc/cts_abapvcs, or use abapGit.',
      cause: error
    })
  }
}
