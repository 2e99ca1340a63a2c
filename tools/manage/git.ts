/** The git actions: abapGit, and gCTS where the repository belongs to it. */
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
import type { GitRepository, GitStaging } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { packagesBelow } from '../objects/packages-below.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { pullOutcome } from './abapgit-outcome.ts'
import { gctsClone, gctsPull, gctsPush, gctsSwitch, gctsUnlink } from './gcts.ts'
import { gctsData, gctsStatus } from './gcts-status.ts'
import { allOperations, changeRepository } from './git-change.ts'
import type { GitOptions, PushOptions } from './git-change.ts'
import { abapGitWords, locate, locatedWords, repositories } from './git-backend.ts'

const data = ({ key, package: packageName, url, branch, status, statusText }: GitRepository) =>
  omitUndefined({ backend: 'abapGit', key, package: packageName, url, branch, status, statusText })

/** The repositories of the backends that this system has. */
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
  packageName: string,
  transport: string | undefined
): Promise<ChangeTarget[]> {
  return (await packagesBelow(context, packageName)).map(name => ({
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

export async function gitPull(context: ToolContext, options: GitOptions): Promise<ToolResult> {
  const found = await locate(context, options.repository)
  if (found.backend === 'gCTS') return await gctsPull(context, found.one, options)
  const { one } = found
  const targets = await targetsOf(context, one.package, options.transport)
  const branch = options.branch ?? one.branch
  return await changeRepository(
    context,
    {
      action: 'git_pull',
      operations: allOperations,
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
      return await pullOutcome(context, ({ key }) => key === one.key)
    }
  )
}

/** Links and pulls a repository with abapGit; without `package` gCTS clones it. */
export async function gitClone(
  context: ToolContext,
  options: GitOptions & { readonly package?: string | undefined }
): Promise<ToolResult> {
  const { repository: url, package: packageName, transport, branch = 'refs/heads/main' } = options
  if (!/^https:\/\/[^\s@/]+\/[^\s]+$/.test(url) || !URL.canParse(url)) {
    throw badArguments(
      '`repository` must be an https address without credentials.',
      'Credentials come from the file that the operator names with --git-credentials-file.'
    )
  }
  if (packageName === undefined) {
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
  const targets = await targetsOf(context, packageName, transport)
  return await changeRepository(
    context,
    {
      action: 'git_clone',
      operations: allOperations,
      targets,
      dryRun: options.dryRun,
      about: `${url} into ${packageName}`
    },
    async erp => {
      await linkRepository(
        erp,
        { package: packageName, url, branch, transport, credentials: context.gitCredentials(url) },
        context.signal
      )
      return await pullOutcome(context, one => one.package === packageName && one.url === url)
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
  return await changeRepository(
    context,
    {
      action: 'git_switch',
      operations: allOperations,
      targets,
      dryRun: options.dryRun,
      about: `${one.package} to ${branch}`
    },
    async erp => {
      const credentials = context.gitCredentials(one.url)
      await switchBranch(erp, { key: one.key, branch, credentials }, context.signal)
      const outcome = await pullOutcome(context, ({ key }) => key === one.key)
      await assertAtBranch(context, one, branch)
      return outcome
    }
  )
}

/** A switch to a branch that abapGit cannot see ends without an error and without effect. */
async function assertAtBranch(
  context: ToolContext,
  { key }: GitRepository,
  branch: string
): Promise<void> {
  const now = (await listRepositories(context.erp)).find(one => one.key === key)
  const short = (name: string) => name.replace(/^refs\/heads\//, '')
  if (now === undefined || short(now.branch) === short(branch)) return
  throw new ToolError(
    'ERP_NOT_FOUND',
    `abapGit stays at ${now.branch}: it found no branch ${branch}.`,
    {
      remedy:
        'Write the branch as refs/heads/main. A private repository needs credentials in the file of --git-credentials-file.',
      outcome: 'failed'
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
  return await changeRepository(
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
      return { text: 'the link is gone' }
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
    return await changeRepository(context, { ...change, dryRun: true }, async () => ({ text: '' }))
  }
  if (description === '') {
    throw badArguments('`description` is missing.', 'Give the message of the commit.')
  }
  return await changeRepository(context, { ...change, dryRun: options.dryRun }, async erp => {
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
    return { text: 'pushed (verified: they no longer differ)' }
  })
}
