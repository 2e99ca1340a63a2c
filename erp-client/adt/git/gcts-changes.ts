/** gCTS: changes of repositories, their commits, branches and credentials. */
import { root, ridPath, change } from './gcts-request.ts'
import { textField } from '../../wire/git/gcts.ts'
import type { ErpWriter } from '../../erp.ts'
import type { GitCredentials } from '../../wire/git/abapgit.ts'

/** Stores a token for a server in gCTS, for this user. */
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

/** Creates a repository; `cloneGctsRepository` then imports its objects. */
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
      rid,
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

/** Imports the newest commit of the branch; it is recorded in a request that gCTS creates. */
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
    request: textField(answer, 'trkorr'),
    from: textField(answer, 'fromCommit'),
    to: textField(answer, 'toCommit')
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

/** Commits the active version of the objects, and pushes the commit. */
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

/** Removes the link; the objects stay. */
export async function deleteGctsRepository(
  erp: ErpWriter,
  { rid }: { rid: string },
  signal?: AbortSignal
): Promise<void> {
  await change(erp, { operation: 'gcts.delete', method: 'DELETE', path: ridPath(rid) }, signal)
}
