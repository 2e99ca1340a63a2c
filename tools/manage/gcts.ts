/** The changing git actions of gCTS, the git integration of the ERP itself. */
import {
  cloneGctsRepository,
  commitGctsObjects,
  createGctsRepository,
  deleteGctsRepository,
  listGctsEndpoints,
  pullGctsRepository,
  readGctsRepository,
  saveGctsCredentials,
  switchGctsBranch
} from '../../erp-client/index.ts'
import type { ErpWriter, GctsRepository } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined } from '../schema/output.ts'
import { inParallel } from '../call/parallel.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { gctsWords } from './git-backend.ts'
import { gctsData } from './gcts-status.ts'
import { allOperations, changeRepository } from './git-change.ts'
import type { GitChange, PushOptions, GitOptions } from './git-change.ts'

/**
 * The objects of a gCTS repository may belong to any package, and gCTS records them in a request of
 * its own. So only a policy that permits every package and every request permits them: the name `*`
 * fits no narrower rule.
 */
const anyTarget: readonly ChangeTarget[] = [
  { ref: { type: 'DEVC', name: '*' }, newIn: '*', transport: '*' }
]

/**
 * gCTS stores credentials itself, per user and server. Those of the operator's file are saved there
 * unless gCTS has some already.
 */
async function provideCredentials(
  context: ToolContext,
  erp: ErpWriter,
  url: string
): Promise<void> {
  const credentials = context.gitCredentials(url)
  const endpoint = credentials?.endpoint
  if (credentials === undefined || endpoint === undefined) return
  const known = await listGctsEndpoints(context.erp, context.signal)
  if (!known.some(each => each.replace(/\/+$/, '') === endpoint)) {
    await saveGctsCredentials(erp, { ...credentials, endpoint }, context.signal)
  }
}

function refuseTransport({ transport }: GitOptions): void {
  if (transport !== undefined) {
    throw badArguments(
      '`transport` cannot be chosen with gCTS.',
      'gCTS records what it brings in requests of its own; leave it out.'
    )
  }
}

export async function gctsPull(
  context: ToolContext,
  one: GctsRepository,
  options: GitOptions
): Promise<ToolResult> {
  refuseTransport(options)
  if (options.branch !== undefined && shortBranch(options.branch) !== one.branch) {
    throw badArguments(
      `${one.rid} is on ${one.branch}, not on ${options.branch}.`,
      'Use git_switch first.'
    )
  }
  return await changeRepository(
    context,
    {
      action: 'git_pull',
      backend: 'gCTS',
      operations: allOperations,
      targets: anyTarget,
      about: gctsWords(one),
      dryRun: options.dryRun
    },
    async erp => {
      await provideCredentials(context, erp, one.url)
      const { request, from, to } = await pullGctsRepository(erp, { rid: one.rid }, context.signal)
      const now = await readGctsRepository(context.erp, { rid: one.rid })
      if (to !== '' && now.commit !== '' && now.commit !== to) {
        throw unknownOutcome(`${one.rid} should be at ${to} and is at ${now.commit}`)
      }
      return {
        text: `${from === to ? 'nothing new' : `${from.slice(0, 12)} → ${to.slice(0, 12)}`}${request === '' ? '' : `, recorded in ${request}`} (verified)`,
        data: omitUndefined({ from, to, transport: request === '' ? undefined : request })
      }
    }
  )
}

function shortBranch(name: string): string {
  return name.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, '')
}

function unknownOutcome(message: string): ToolError {
  return new ToolError('OUTCOME_UNKNOWN', `${message}.`, {
    remedy: 'Look at git_status before you repeat it.',
    outcome: 'unknown'
  })
}

/**
 * A new repository is named like the last part of its address, and gets the virtual system of those
 * that are there.
 */
export async function gctsClone(
  context: ToolContext,
  { url, others, options }: { url: string; others: readonly GctsRepository[]; options: GitOptions }
): Promise<ToolResult> {
  refuseTransport(options)
  const rid = (new URL(url).pathname.split('/').findLast(part => part !== '') ?? '')
    .replace(/\.git$/, '')
    .replace(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 100)
  const [vsid, ...more] = new Set(others.map(one => one.vsid).filter(each => each !== ''))
  if (vsid === undefined || more.length > 0) {
    throw new ToolError(
      'GIT_VSID_UNKNOWN',
      `${vsid === undefined ? 'gCTS has no repository yet' : `gCTS has repositories of several virtual systems (${[vsid, ...more].join(', ')})`}, so the virtual system of a new one is not known.`,
      {
        remedy:
          'Create the repository in the gCTS app, then use git_pull; or give `package` to link it with abapGit. Nothing was sent.'
      }
    )
  }
  const known = others.find(one => one.rid === rid)
  if (known !== undefined && known.status !== 'CREATED') {
    throw new ToolError(
      'ERP_ALREADY_EXISTS',
      `gCTS has a repository ${rid} already: ${gctsWords(known)}.`,
      { remedy: 'Use git_pull, or git_switch for another branch.' }
    )
  }
  return await changeRepository(
    context,
    {
      action: 'git_clone',
      backend: 'gCTS',
      operations: allOperations,
      targets: anyTarget,
      about: `${url} as ${rid}`,
      dryRun: options.dryRun
    },
    async erp => {
      await provideCredentials(context, erp, url)
      if (known === undefined) await createGctsRepository(erp, { rid, url, vsid }, context.signal)
      try {
        await cloneGctsRepository(erp, { rid }, context.signal)
      } catch (cause) {
        throw new ToolError(
          'PARTLY_DONE',
          `The repository ${rid} exists in gCTS now and is not cloned: ${cause instanceof Error ? cause.message : ''}`,
          {
            remedy:
              'Correct what it says and call git_clone again, or take it away with git_unlink.',
            outcome: 'failed',
            data: { exists: rid },
            cause
          }
        )
      }
      const now = await readGctsRepository(context.erp, { rid })
      if (now.status !== 'READY') {
        throw unknownOutcome(
          `${rid} is ${now.status || 'without status'} after the clone, not READY`
        )
      }
      return {
        text: `cloned, ${now.branch} at ${now.commit.slice(0, 12)} (verified)`,
        data: { repository: gctsData(now) }
      }
    }
  )
}

export async function gctsSwitch(
  context: ToolContext,
  one: GctsRepository,
  options: GitOptions & { readonly branch: string }
): Promise<ToolResult> {
  refuseTransport(options)
  const to = shortBranch(options.branch)
  return await changeRepository(
    context,
    {
      action: 'git_switch',
      backend: 'gCTS',
      operations: allOperations,
      targets: anyTarget,
      about: `${one.rid} from ${one.branch} to ${to}`,
      dryRun: options.dryRun
    },
    async erp => {
      await provideCredentials(context, erp, one.url)
      await switchGctsBranch(erp, { rid: one.rid, from: one.branch, to }, context.signal)
      const now = await readGctsRepository(context.erp, { rid: one.rid })
      if (now.branch !== to) throw unknownOutcome(`${one.rid} is on ${now.branch} and not on ${to}`)
      return {
        text: `now at ${now.commit.slice(0, 12)} (verified)`,
        data: { repository: gctsData(now) }
      }
    }
  )
}

export async function gctsUnlink(
  context: ToolContext,
  one: GctsRepository,
  options: GitOptions
): Promise<ToolResult> {
  return await changeRepository(
    context,
    {
      action: 'git_unlink',
      backend: 'gCTS',
      operations: ['delete'],
      targets: anyTarget,
      about: `${gctsWords(one)}; the objects stay`,
      dryRun: options.dryRun
    },
    async erp => {
      await deleteGctsRepository(erp, { rid: one.rid }, context.signal)
      return { text: 'the repository is gone from gCTS' }
    }
  )
}

/** Commits and pushes the named objects as they are active; `git_stage` only shows them. */
export async function gctsPush(
  context: ToolContext,
  one: GctsRepository,
  options: PushOptions
): Promise<ToolResult> {
  refuseTransport(options)
  const refs = await inParallel(
    options.objects,
    async object => await resolveObject(context, object)
  )
  const objects = refs.map(ref =>
    ref.group === undefined ? { type: ref.type, name: ref.name } : { type: 'FUGR', name: ref.group }
  )
  const about = `${objects.map(({ type, name }) => `${type} ${name}`).join(', ')} to ${one.branch} of ${one.url}`
  const change: GitChange = {
    action: options.action,
    backend: 'gCTS',
    operations: ['update'],
    targets: refs.map(ref => ({ ref, transport: '*' })),
    about,
    dryRun: options.action === 'git_stage' ? true : options.dryRun
  }
  const message = options.description ?? ''
  if (change.dryRun !== true && message === '') {
    throw badArguments('`description` is missing.', 'Give the message of the commit.')
  }
  return await changeRepository(context, change, async erp => {
    await provideCredentials(context, erp, one.url)
    await commitGctsObjects(erp, { rid: one.rid, message, objects }, context.signal)
    const now = await readGctsRepository(context.erp, { rid: one.rid })
    if (now.commit !== '' && now.commit === one.commit) {
      throw unknownOutcome(
        `${one.rid} is still at ${one.commit}: nothing differed, or the commit failed`
      )
    }
    return { text: `committed ${now.commit.slice(0, 12)} (verified)`, data: { commit: now.commit } }
  })
}
