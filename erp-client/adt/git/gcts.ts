/**
 * gCTS (git-enabled change and transport system): reads repositories, history, objects and
 * branches.
 */
import { ErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import {
  isJson,
  listField,
  readJson,
  repository,
  systemState,
  textField
} from '../../wire/git/gcts.ts'
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
  return systemState(result)
}

/** @throws ErpError ERP_UNSUPPORTED where this system has no gCTS, ERP_FORBIDDEN */
export async function listGctsRepositories(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<GctsRepository[]> {
  return listField(
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
  if (!isJson(result) || textField(result, 'rid') === '') {
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
  return listField(answer, 'result').map(each => ({
    type: textField(each, 'type'),
    from: textField(each, 'fromCommit'),
    to: textField(each, 'toCommit'),
    at: textField(each, 'checkoutTime'),
    by: textField(each, 'caller'),
    request: textField(each, 'request')
  }))
}

export async function readGctsObjects(
  erp: ErpReader,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<GctsObject[]> {
  return listField(
    await read(erp, { operation: 'gcts.objects', path: `${ridPath(rid)}/getObjects` }, signal),
    'objects'
  ).map(each => ({
    pgmid: textField(each, 'pgmid'),
    type: textField(each, 'type'),
    name: textField(each, 'object')
  }))
}

export async function readGctsBranches(
  erp: ErpReader,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<GctsBranch[]> {
  return listField(
    await read(erp, { operation: 'gcts.branches', path: `${ridPath(rid)}/branches` }, signal),
    'branches'
  ).map(each => ({ name: textField(each, 'name'), type: textField(each, 'type') }))
}

/** Servers for which this user has credentials in gCTS. */
export async function listGctsEndpoints(erp: ErpReader, signal?: AbortSignal): Promise<string[]> {
  const { user } = await read(erp, { operation: 'gcts.user', path: `${root}/user` }, signal)
  const config = isJson(user) ? listField(user, 'config') : []
  const saved = textField(
    config.find(each => textField(each, 'key') === 'USER_AUTH_CRED_ENDPOINTS'),
    'value'
  )
  // The value contains a JSON list as text.
  return saved === ''
    ? []
    : listField(readJson(`{"endpoints":${saved}}`), 'endpoints')
        .filter(each => textField(each, 'state') === 'saved')
        .map(each => textField(each, 'endpoint'))
}
