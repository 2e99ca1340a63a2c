/** gCTS: git repositories that the ERP's own change and transport system holds. */
import type { GitCredentials } from './abapgit.ts'
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { isJson, list, readJson, word } from '../../wire/gcts.ts'
import type { Json } from '../../wire/gcts.ts'
import { longTimeoutMs } from '../../request.ts'
import type { ErpRequest } from '../../request.ts'

export interface GctsRepository {
  readonly rid: string
  readonly name: string
  readonly url: string
  readonly branch: string
  /** CREATED until it is cloned, then READY. */
  readonly status: string
  readonly role: string
  readonly type: string
  /** Virtual system id. */
  readonly vsid: string
  readonly commit: string
}

export interface GctsStep {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly at: string
  readonly by: string
  readonly request: string
}
export interface GctsObject {
  readonly pgmid: string
  readonly type: string
  readonly name: string
}
export interface GctsBranch {
  readonly name: string
  readonly type: string
}

const root = '/sap/bc/cts_abapvcs'

function ridPath(rid: string): string {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(rid) || /^\.+$/.test(rid)) {
    throw new ErpError('ERP_BAD_NAME', `Repository ${JSON.stringify(rid.slice(0, 40))} is none`, {
      outcome: 'failed'
    })
  }
  return `${root}/repository/${rid}`
}

type Ask = Pick<ErpRequest, 'operation' | 'path'> & {
  readonly method?: ErpRequest['method']
  readonly query?: ErpRequest['query']
  readonly body?: object
}

async function read(
  erp: ErpReader,
  { operation, path, query }: Ask,
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

async function change(
  erp: ErpWriter,
  { operation, path, method = 'POST', query, body }: Ask,
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

function repository(from: Json): GctsRepository {
  const rid = word(from, 'rid')
  return {
    rid,
    name: word(from, 'name') || rid,
    url: word(from, 'url'),
    branch: word(from, 'branch'),
    status: word(from, 'status'),
    role: word(from, 'role'),
    type: word(from, 'type'),
    vsid: word(from, 'vsid'),
    commit: word(from, 'currentCommit')
  }
}

/** Version and state of gCTS itself. @throws ErpError ERP_UNSUPPORTED where this system has none */
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

async function orUnsupported<T>(work: () => Promise<T>): Promise<T> {
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

/** What happened to a repository, newest first. */
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
  // a list as text inside a value
  return saved === ''
    ? []
    : list(readJson(`{"endpoints":${saved}}`), 'endpoints')
        .filter(each => word(each, 'state') === 'saved')
        .map(each => word(each, 'endpoint'))
}

/** Keeps a token for a server in gCTS, for this user. */
export async function saveGctsCredentials(
  erp: ErpWriter,
  { endpoint, password }: GitCredentials & { endpoint: string },
  signal?: AbortSignal
): Promise<void> {
  await change(
    erp,
    {
      operation: 'gcts.credentials',
      path: `${root}/user/credentials`,
      body: { endpoint, user: '', password: '', token: password, type: 'token' }
    },
    signal
  )
}

/** Makes a repository known; `cloneGctsRepository` then brings its objects in. */
export async function createGctsRepository(
  erp: ErpWriter,
  { rid, url, vsid }: { rid: string; url: string; vsid: string },
  signal?: AbortSignal
): Promise<void> {
  ridPath(rid)
  const type = new URL(url).hostname.endsWith('github.com') ? 'GITHUB' : 'GIT'
  await change(
    erp,
    {
      operation: 'gcts.create',
      path: `${root}/repository`,
      body: {
        repository: rid,
        data: {
          rid,
          name: rid,
          vsid,
          url,
          role: 'SOURCE',
          type,
          connection: 'ssl',
          config: [{ key: 'VCS_TARGET_DIR', value: 'src/' }]
        }
      }
    },
    signal
  )
}

export async function cloneGctsRepository(
  erp: ErpWriter,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<void> {
  await change(erp, { operation: 'gcts.clone', path: `${ridPath(rid)}/clone` }, signal)
}

/** Brings the newest commit of the branch in; it is recorded in a request that gCTS makes. */
export async function pullGctsRepository(
  erp: ErpWriter,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<{ request: string; from: string; to: string }> {
  const answer = await change(
    erp,
    { operation: 'gcts.pull', method: 'GET', path: `${ridPath(rid)}/pullByCommit` },
    signal
  )
  return {
    request: word(answer, 'trkorr'),
    from: word(answer, 'fromCommit'),
    to: word(answer, 'toCommit')
  }
}

export async function switchGctsBranch(
  erp: ErpWriter,
  { rid, from, to }: { rid: string; from: string; to: string },
  signal?: AbortSignal
): Promise<void> {
  await change(
    erp,
    {
      operation: 'gcts.switch',
      method: 'GET',
      path: `${ridPath(rid)}/branches/${encodeURIComponent(from)}/switch`,
      query: { branch: to }
    },
    signal
  )
}

/** Commits the objects as they are active, and pushes the commit. */
export async function commitGctsObjects(
  erp: ErpWriter,
  {
    rid,
    message,
    objects
  }: {
    rid: string
    message: string
    objects: readonly { readonly type: string; readonly name: string }[]
  },
  signal?: AbortSignal
): Promise<void> {
  await change(
    erp,
    {
      operation: 'gcts.commit',
      path: `${ridPath(rid)}/commit`,
      body: {
        message,
        autoPush: 'true',
        objects: objects.map(({ type, name }) => ({ object: name, type }))
      }
    },
    signal
  )
}

/** Ends the link; the objects stay. */
export async function deleteGctsRepository(
  erp: ErpWriter,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<void> {
  await change(erp, { operation: 'gcts.delete', method: 'DELETE', path: ridPath(rid) }, signal)
}
