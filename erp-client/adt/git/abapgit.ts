/** abapGit: repositories of the system, and their pull, stage and push. */
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { sendTyped } from '../document/media-types.ts'
import type { TypedRequest } from '../document/media-types.ts'
import { assertPackage, assertTransport } from '../names.ts'
import { child, children, parseXml } from '../../wire/xml.ts'
import { longTimeoutMs } from '../../request.ts'
import { repository, repositoryBody, objectsIn } from '../../wire/git/abapgit.ts'
import type { GitRepository, GitStaging, GitCredentials } from '../../wire/git/abapgit.ts'

const root = '/sap/bc/adt/abapgit/repos'
const repoType = 'application/abapgit.adt.repo.v3+xml'
const stageType = 'application/abapgit.adt.repo.stage.v1+xml'
const repoTypes: TypedRequest = {
  purpose: 'abapGit',
  collection: root,
  types: [repoType],
  fits: type => /abapgit\.adt\.repo\.v/.test(type)
}
const stageTypes: TypedRequest = {
  purpose: 'abapGit stage',
  collection: root,
  types: [stageType],
  fits: type => type.includes('abapgit.adt.repo.stage.')
}

/**
 * The abapGit repositories of the system.
 * @throws ErpError ERP_UNSUPPORTED where the backend is not installed
 */
export async function listRepositories(
  erp: ErpReader,
  signal?: AbortSignal
): Promise<GitRepository[]> {
  try {
    const { text } = await erp.request(
      {
        operation: 'git.list',
        effect: 'none',
        method: 'GET',
        path: root,
        accept: 'application/abapgit.adt.repos.v2+xml'
      },
      signal
    )
    return text.trim() === '' ? [] : children(parseXml(text).element, 'repository').map(repository)
  } catch (error) {
    throw isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')
      ? new ErpError('ERP_UNSUPPORTED', 'This system has no abapGit backend', {
          outcome: 'failed',
          remedy: 'Install the ADT backend of abapGit, or use gCTS.',
          cause: error
        })
      : error
  }
}

export interface GitOptions {
  readonly branch?: string | undefined
  readonly transport?: string | undefined
  readonly credentials?: GitCredentials | undefined
}

function remote({
  branch,
  transport,
  credentials
}: GitOptions): Record<string, string | undefined> {
  if (transport !== undefined) assertTransport(transport)
  return {
    branchName: branch,
    transportRequest: transport,
    remoteUser: credentials?.user,
    remotePassword: credentials?.password
  }
}

/** Links a repository to a package and imports its objects. */
export async function linkRepository(
  erp: ErpWriter,
  args: GitOptions & { readonly package: string; readonly url: string },
  signal?: AbortSignal
): Promise<void> {
  assertPackage(args.package)
  await sendTyped(erp, repoTypes, contentType =>
    erp.request(
      {
        operation: 'git.link',
        effect: 'change',
        subject: { refs: [], named: `git repository of ${args.package}` },
        method: 'POST',
        path: root,
        contentType,
        accept: '*/*',
        body: repositoryBody({ package: args.package, url: args.url, ...remote(args) }),
        timeoutMs: longTimeoutMs
      },
      signal
    )
  )
}

function keyPath(key: string): string {
  if (!/^[A-Za-z0-9]{1,40}$/.test(key)) {
    throw new ErpError(
      'ERP_BAD_NAME',
      `Repository key ${JSON.stringify(key.slice(0, 40))} is none`,
      { outcome: 'failed' }
    )
  }
  return `${root}/${key}`
}

function ofRepository(key: string) {
  return { refs: [], named: `git repository ${key}` }
}

/** Starts a pull; it continues after the answer, see `listRepositories`. */
export async function pullRepository(
  erp: ErpWriter,
  args: GitOptions & { readonly key: string },
  signal?: AbortSignal
): Promise<void> {
  await sendTyped(erp, repoTypes, contentType =>
    erp.request(
      {
        operation: 'git.pull',
        effect: 'change',
        subject: ofRepository(args.key),
        method: 'POST',
        path: `${keyPath(args.key)}/pull`,
        contentType,
        accept: '*/*',
        body: repositoryBody(remote(args)),
        timeoutMs: longTimeoutMs
      },
      signal
    )
  )
}

/**
 * Switches a repository to a branch of its server. The service answers without an error where it
 * finds no such branch, or may not see it: `listRepositories` shows what became of it.
 */
export async function switchBranch(
  erp: ErpWriter,
  {
    key,
    branch,
    credentials
  }: { key: string; branch: string; credentials?: GitCredentials | undefined },
  signal?: AbortSignal
): Promise<void> {
  await erp.request(
    {
      operation: 'git.switch',
      effect: 'change',
      subject: ofRepository(key),
      method: 'POST',
      path: `${keyPath(key)}/branches/${encodeURIComponent(branch)}`,
      query: { create: false },
      accept: '*/*',
      headers: headers(credentials),
      timeoutMs: longTimeoutMs
    },
    signal
  )
}

/** Removes the link; the objects stay. */
export async function unlinkRepository(
  erp: ErpWriter,
  { key }: { key: string },
  signal?: AbortSignal
): Promise<void> {
  await erp.request(
    {
      operation: 'git.unlink',
      effect: 'change',
      subject: ofRepository(key),
      method: 'DELETE',
      path: keyPath(key),
      contentType: repoType,
      accept: '*/*'
    },
    signal
  )
}

function headers(credentials: GitCredentials | undefined): Record<string, string> {
  return credentials === undefined
    ? {}
    : { username: credentials.user, password: Buffer.from(credentials.password).toString('base64') }
}

/** Differences between system and repository. */
export async function readStaging(
  erp: ErpReader,
  { key, credentials }: { key: string; credentials?: GitCredentials | undefined },
  signal?: AbortSignal
): Promise<GitStaging> {
  const { text } = await erp.request(
    {
      operation: 'git.stage',
      effect: 'none',
      method: 'GET',
      path: `${keyPath(key)}/stage`,
      accept: stageType,
      headers: headers(credentials)
    },
    signal
  )
  const { element } = parseXml(text, ['abapgitstaging'])
  return {
    document: text,
    unstaged: objectsIn(child(element, 'unstaged_objects')),
    staged: objectsIn(child(element, 'staged_objects'))
  }
}

/** Commits and pushes a staged document. */
export async function pushRepository(
  erp: ErpWriter,
  {
    key,
    document,
    credentials
  }: { key: string; document: string; credentials?: GitCredentials | undefined },
  signal?: AbortSignal
): Promise<void> {
  await sendTyped(erp, stageTypes, contentType =>
    erp.request(
      {
        operation: 'git.push',
        effect: 'change',
        subject: ofRepository(key),
        method: 'POST',
        path: `${keyPath(key)}/push`,
        contentType,
        accept: stageType,
        headers: headers(credentials),
        body: document,
        timeoutMs: longTimeoutMs
      },
      signal
    )
  )
}
