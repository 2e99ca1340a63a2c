import { setTimeout as sleep } from 'node:timers/promises'
import {
  linkRepository,
  listRepositories,
  pullRepository,
  pushRepository,
  readStaging,
  stagedDocument,
  switchBranch,
  unlinkRepository
} from '../../erp-client/index.ts'
import type { ErpWriter, GitRepository, GitStaging } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined } from '../schema/output.ts'
import { packagesBelow } from '../objects/packages-below.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import {
  gctsClone,
  gctsData,
  gctsPull,
  gctsPush,
  gctsStatus,
  gctsSwitch,
  gctsUnlink
} from './gcts.ts'
import { abapGitWords, locate, locatedWords, repositories } from './git-backend.ts'

export interface GitOptions {
  /** Key, package or address of a repository. */
  readonly repository: string
  readonly branch?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
}

export interface PushOptions extends GitOptions {
  /**
   * `git_stage` shows what a push of these objects would send; `git_push` sends it with a message.
   */
  readonly action: 'git_stage' | 'git_push'
  readonly objects: readonly { readonly type?: string | undefined; readonly name: string }[]
  readonly description?: string | undefined
}

const data = ({ key, package: home, url, branch, status, statusText }: GitRepository) =>
  omitUndefined({ backend: 'abapGit', key, package: home, url, branch, status, statusText })

/** The repositories of abapGit and of gCTS, whichever this system has. */
export async function listGit(context: ToolContext): Promise<ToolResult> {
  const { all, present } = await repositories(context)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      action: 'git_repos',
      backends: present,
      repositories: all.map(found =>
        found.backend === 'gCTS' ? gctsData(found.one) : data(found.one)
      )
    },
    text: [
      `${system} · ${count(all.length, 'git repository')} of ${present.join(' and ')}`,
      ...all.map(locatedWords)
    ].join('\n')
  }
}

/**
 * A pull writes into the repository's package and those below it: each of them must be permitted.
 */
async function targetsOf(
  context: ToolContext,
  home: string,
  transport: string | undefined
): Promise<ChangeTarget[]> {
  return (await packagesBelow(context, home)).map(name => ({
    ref: { type: 'DEVC', name },
    newIn: name,
    transport
  }))
}

export async function gitStatus(context: ToolContext, options: GitOptions): Promise<ToolResult> {
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsStatus(context, found.one)
  const { one } = found
  const staging = await readStaging(
    context.erp,
    { key: one.key, credentials: context.gitCredentials(one.url) },
    context.signal
  )
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      action: 'git_status',
      repository: data(one),
      unstaged: staging.unstaged,
      staged: staging.staged
    },
    text: [`${system} · ${abapGitWords(one)}`, ...differences(staging)].join('\n')
  }
}

function differences({ unstaged, staged }: GitStaging): string[] {
  const lines = (title: string, list: GitStaging['unstaged']) => [
    `${title}: ${list.length}`,
    ...list.map(
      ({ type, name, files }) =>
        `  ${type} ${name}: ${files.map(file => `${file.name} (local ${file.local || '-'}, remote ${file.remote || '-'})`).join(', ')}`
    )
  ]
  return [...lines('differing', unstaged), ...lines('staged', staged)]
}

interface Change {
  readonly action: string
  readonly operations: readonly OperationName[]
  readonly targets: readonly ChangeTarget[]
  readonly dryRun: boolean | undefined
  readonly about: string
}

async function perform(
  context: ToolContext,
  change: Change,
  run: (erp: ErpWriter) => Promise<string>
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const { action, about } = change
  if (change.dryRun === true) {
    const refusal = await context.refusalOf(change.operations, change.targets)
    return {
      kind: 'data',
      data: { system, outcome: 'dry_run', action },
      text: `${system} · DRY RUN of ${action}: ${about} · nothing changed${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`
    }
  }
  const end = await context.change(change.targets, run)
  return {
    kind: 'data',
    data: { system, outcome: 'done', action },
    text: `${system} · ${action}: ${about} · ${end}`
  }
}

const patience = { firstMs: 500, longestMs: 5000, wholeMs: 240_000 } as const

/**
 * A pull goes on after its answer: its end is in the list, and an end that is not seen is not
 * guessed.
 */
async function pullEnd(
  context: ToolContext,
  isMeant: (one: GitRepository) => boolean
): Promise<string> {
  const began = performance.now()
  for (let pause: number = patience.firstMs; ; pause = Math.min(pause * 2, patience.longestMs)) {
    const one = (await listRepositories(context.erp)).find(isMeant)
    if (one === undefined) throw unknownEnd('The repository is not in the list of abapGit')
    if (one.status === 'E' || one.status === 'A') {
      throw new ToolError('GIT_PULL_FAILED', `abapGit says: ${one.statusText || one.status}.`, {
        remedy:
          'Objects may have been brought in before it failed: look at the drafts (ERPManage drafts) and at transaction ZABAPGIT.',
        outcome: 'unknown'
      })
    }
    if (one.status !== 'R') {
      return `${one.statusText || (one.status === 'W' ? 'ended with warnings' : 'ended')} (verified)`
    }
    context.progress({
      done: Math.round((performance.now() - began) / 1000),
      message: one.statusText || 'abapGit is at work'
    })
    if (context.signal.aborted || performance.now() - began > patience.wholeMs) {
      throw unknownEnd('abapGit is still at work')
    }
    await sleep(pause, undefined, { signal: context.signal }).catch(() => undefined)
  }
}

function unknownEnd(message: string): ToolError {
  return new ToolError('OUTCOME_UNKNOWN', `${message}.`, {
    remedy: 'git_repos shows how it ends; do not repeat it before.',
    outcome: 'unknown'
  })
}

const everything: readonly OperationName[] = ['create', 'update', 'delete', 'activate']

export async function gitPull(context: ToolContext, options: GitOptions): Promise<ToolResult> {
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsPull(context, found.one, options)
  const { one } = found
  const targets = await targetsOf(context, one.package, options.transport)
  const branch = options.branch ?? one.branch
  return await perform(
    context,
    {
      action: 'git_pull',
      operations: everything,
      targets,
      dryRun: options.dryRun,
      about: `${branch} of ${one.url} into ${one.package}`
    },
    async erp => {
      await pullRepository(
        erp,
        {
          key: one.key,
          branch,
          transport: options.transport,
          credentials: context.gitCredentials(one.url)
        },
        context.signal
      )
      return await pullEnd(context, ({ key }) => key === one.key)
    }
  )
}

/** With `package` abapGit links and pulls it; without one gCTS takes it in. */
export async function gitClone(
  context: ToolContext,
  options: GitOptions & { readonly package?: string | undefined }
): Promise<ToolResult> {
  const { repository: url, package: home, transport, branch = 'refs/heads/main' } = options
  if (!/^https:\/\/[^\s@/]+\/[^\s]+$/.test(url) || !URL.canParse(url)) {
    throw badArguments(
      '`repository` must be an https address without credentials.',
      'Credentials come from the file that the operator names with --git-credentials-file.'
    )
  }
  if (home === undefined) {
    const { all, present } = await repositories(context)
    if (!present.includes('gCTS')) {
      throw badArguments(
        '`package` is missing.',
        'Give the package that the objects go into; this system has no gCTS, which does without.'
      )
    }
    return await gctsClone(context, {
      url,
      others: all.flatMap(found => (found.backend === 'gCTS' ? [found.one] : [])),
      options
    })
  }
  const targets = await targetsOf(context, home, transport)
  return await perform(
    context,
    {
      action: 'git_clone',
      operations: everything,
      targets,
      dryRun: options.dryRun,
      about: `${url} into ${home}`
    },
    async erp => {
      await linkRepository(
        erp,
        { package: home, url, branch, transport, credentials: context.gitCredentials(url) },
        context.signal
      )
      return await pullEnd(context, one => one.package === home && one.url === url)
    }
  )
}

export async function gitSwitch(context: ToolContext, options: GitOptions): Promise<ToolResult> {
  const { branch } = options
  if (branch === undefined) {
    throw badArguments('`branch` is missing.', 'Give it as refs/heads/main.')
  }
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsSwitch(context, found.one, { ...options, branch })
  const { one } = found
  const targets = await targetsOf(context, one.package, options.transport)
  return await perform(
    context,
    {
      action: 'git_switch',
      operations: everything,
      targets,
      dryRun: options.dryRun,
      about: `${one.package} to ${branch}`
    },
    async erp => {
      await switchBranch(erp, { key: one.key, branch }, context.signal)
      return await pullEnd(context, ({ key }) => key === one.key)
    }
  )
}

export async function gitUnlink(context: ToolContext, options: GitOptions): Promise<ToolResult> {
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsUnlink(context, found.one, options)
  const { one } = found
  const targets = [
    { ref: { type: 'DEVC', name: one.package }, newIn: one.package, transport: options.transport }
  ]
  return await perform(
    context,
    {
      action: 'git_unlink',
      operations: ['delete'],
      targets,
      dryRun: options.dryRun,
      about: `${one.url} from ${one.package}; the objects stay`
    },
    async erp => {
      await unlinkRepository(erp, { key: one.key }, context.signal)
      return 'the link is gone'
    }
  )
}

export async function gitPush(context: ToolContext, options: PushOptions): Promise<ToolResult> {
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsPush(context, found.one, options)
  const { one } = found
  const { action, description = '' } = options
  const credentials = context.gitCredentials(one.url)
  const names = new Set(
    options.objects.map(({ type = '', name }) => `${type.toUpperCase()} ${name.toUpperCase()}`)
  )
  const staging = await readStaging(context.erp, { key: one.key, credentials }, context.signal)
  const document = stagedDocument(staging, names, description)
  const targets = [
    { ref: { type: 'DEVC', name: one.package }, newIn: one.package, transport: options.transport }
  ]
  const change = {
    action,
    operations: ['update'] as const,
    targets,
    about: `${[...names].join(', ')} to ${one.branch} of ${one.url}`
  }
  if (action === 'git_stage') {
    return await perform(context, { ...change, dryRun: true }, async () => '')
  }
  if (description === '') {
    throw badArguments('`description` is missing.', 'Give the message of the commit.')
  }
  return await perform(context, { ...change, dryRun: options.dryRun }, async erp => {
    await pushRepository(erp, { key: one.key, document, credentials }, context.signal)
    const left = await readStaging(context.erp, { key: one.key, credentials })
    const still = left.unstaged.filter(({ type, name }) => names.has(`${type} ${name}`))
    if (still.length > 0) {
      throw new ToolError(
        'OUTCOME_UNKNOWN',
        `${still.map(({ type, name }) => `${type} ${name}`).join(', ')} still differ after the push.`,
        { remedy: 'Look at git_status before you repeat it.', outcome: 'unknown' }
      )
    }
    return 'pushed (verified: they no longer differ)'
  })
}
