/**
 * gCTS (git-enabled change and transport system): reads repositories, history, objects and
 * branches.
 */
import { ErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { isJson, list, readJson, word, repository } from '../../wire/git/gcts.ts'
import type { GctsBranch, GctsObject, GctsStep, GctsRepository } from '../../wire/git/gcts.ts'
import { root, ridPath, read, orUnsupported } from './gcts-request.ts'

/** Version and state of gCTS. @throws ErpError ERP_UNSUPPORTED where the system has none */
export async function readGctsSystem(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<{ version: string; status: string }> {
  const { result } = await orUnsupported(
    async () => await read(erp, { operation: 'gcts.system', path: `${root}/system` }, signal)
  )
  return { version: word(result, 'version'), status: word(result, 'status') }
}

/** @throws ErpError ERP_UNSUPPORTED where this system has no gCTS, ERP_FORBIDDEN */
export async function listGctsRepositories(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<GctsRepository[]> {
  return list(
    await orUnsupported(
      async () => await read(erp, { operation: 'gcts.list', path: `${root}/repository` }, signal)
    ),
    'result'
  ).map(repository)
}

/** @throws ErpError ERP_NOT_FOUND, ERP_BAD_ANSWER */
export async function readGctsRepository(
  erp: ErpReader,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<GctsRepository> {
  const { result } = await read(erp, { operation: 'gcts.repository', path: ridPath(rid) }, signal)
  if (!isJson(result) || word(result, 'rid') === '') {
    throw new ErpError('ERP_BAD_ANSWER', `gCTS did not describe the repository ${rid}`)
  }
  return repository(result)
}

/** History of a repository, newest first. */
export async function readGctsHistory(
  erp: ErpReader,
  { rid, limit = 10 }: { rid: string; limit?: number },
  signal?: AbortSignal
): Promise<GctsStep[]> {
  const answer = await read(
    erp,
    { operation: 'gcts.history', path: `${ridPath(rid)}/getHistory`, query: { limit, offset: 0 } },
    signal
  )
  return list(answer, 'result').map(each => ({
    type: word(each, 'type'),
    from: word(each, 'fromCommit'),
    to: word(each, 'toCommit'),
    at: word(each, 'checkoutTime'),
    by: word(each, 'caller'),
    request: word(each, 'request')
  }))
}

export async function readGctsObjects(
  erp: ErpReader,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<GctsObject[]> {
  return list(
    await read(erp, { operation: 'gcts.objects', path: `${ridPath(rid)}/getObjects` }, signal),
    'objects'
  ).map(each => ({
    pgmid: word(each, 'pgmid'),
    type: word(each, 'type'),
    name: word(each, 'object')
  }))
}

export async function readGctsBranches(
  erp: ErpReader,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<GctsBranch[]> {
  return list(
    await read(erp, { operation: 'gcts.branches', path: `${ridPath(rid)}/branches` }, signal),
    'branches'
  ).map(each => ({ name: word(each, 'name'), type: word(each, 'type') }))
}

/** Servers for which this user has credentials in gCTS. */
export async function listGctsEndpoints(erp: ErpReader, signal?: AbortSignal): Promise<string[]> {
  const { user } = await read(erp, { operation: 'gcts.user', path: `${root}/user` }, signal)
  const config = isJson(user) ? list(user, 'config') : []
  const saved = word(
    config.find(each => word(each, 'key') === 'USER_AUTH_CRED_ENDPOINTS'),
    'value'
  )
  // The value contains a JSON list as text.
  return saved === ''
    ? []
    : list(readJson(`{"endpoints":${saved}}`), 'endpoints')
        .filter(each => word(each, 'state') === 'saved')
        .map(each => word(each, 'endpoint'))
}
