import {
  cloneGctsRepository,
  commitGctsObjects,
  createGctsRepository,
  deleteGctsRepository,
  listGctsEndpoints,
  pullGctsRepository,
  readGctsBranches,
  readGctsHistory,
  readGctsObjects,
  readGctsRepository,
  saveGctsCredentials,
  switchGctsBranch
} from '../../erp-client/index.ts'
import type { ErpWriter, GctsRepository } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined } from '../schema/output.ts'
import { inParallel } from '../call/parallel.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { gctsWords } from './git-backend.ts'
import type { GitOptions, PushOptions } from './git.ts'

const objectsShown = 200

/**
 * What comes out of a gCTS repository may belong to any package and is recorded in a request that
 * gCTS makes itself. Only a policy that permits every package and every request lets it pass; `*`
 * as a name fits no narrower rule.
 */
const anything: readonly ChangeTarget[] = [
  { ref: { type: 'DEVC', name: '*' }, newIn: '*', transport: '*' }
]

export const gctsData = ({
  rid,
  name,
  url,
  branch,
  status,
  role,
  type,
  vsid,
  commit
}: GctsRepository) =>
  omitUndefined({ backend: 'gCTS', key: rid, name, url, branch, status, role, type, vsid, commit })

export async function gctsStatus(context: ToolContext, one: GctsRepository): Promise<ToolResult> {
  const [history, objects, branches] = await Promise.all([
    readGctsHistory(context.erp, { rid: one.rid }, context.signal),
    readGctsObjects(context.erp, { rid: one.rid }, context.signal),
    readGctsBranches(context.erp, { rid: one.rid }, context.signal)
  ])
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      action: 'git_status',
      repository: gctsData(one),
      history,
      branches,
      objects: objects.slice(0, objectsShown),
      objectTotal: objects.length
    },
    text: [
      `${system} · ${gctsWords(one)} (gCTS) · ${count(objects.length, 'object')}`,
      `branches: ${branches.map(({ name, type }) => `${name} (${type})`).join(', ') || 'none'}`,
      ...history.map(
        ({ type, from, to, at, by, request }) =>
          `${at} ${by} ${type} ${from.slice(0, 12)} → ${to.slice(0, 12)}${request === '' ? '' : ` in ${request}`}`
      ),
      ...objects
        .slice(0, objectsShown)
        .map(({ pgmid, type, name }) => `  ${pgmid} ${type} ${name}`),
      'gCTS keeps no list of what differs; git_push commits the objects that you name.'
    ].join('\n')
  }
}

interface Step {
  readonly action: string
  readonly operations: readonly OperationName[]
  readonly targets: readonly ChangeTarget[]
  readonly about: string
  readonly dryRun: boolean | undefined
}

async function perform(
  context: ToolContext,
  step: Step,
  run: (erp: ErpWriter) => Promise<{ readonly text: string; readonly data?: object }>
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const { action, about } = step
  if (step.dryRun === true) {
    const refusal = await context.refusalOf(step.operations, step.targets)
    return {
      kind: 'data',
      data: { system, outcome: 'dry_run', action, backend: 'gCTS' },
      text: `${system} · DRY RUN of ${action}: ${about} · nothing changed${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`
    }
  }
  context.progress({ done: 0, message: `gCTS: ${action}` })
  const { text, data } = await context.change(step.targets, run)
  return {
    kind: 'data',
    data: { system, outcome: 'done', action, backend: 'gCTS', ...data },
    text: `${system} · ${action}: ${about} · ${text}`
  }
}

/**
 * gCTS keeps credentials itself, per user and server: those of the operator's file are stored there
 * unless there are some already.
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

const everything: readonly OperationName[] = ['create', 'update', 'delete', 'activate']

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
  return await perform(
    context,
    {
      action: 'git_pull',
      operations: everything,
      targets: anything,
      about: gctsWords(one),
      dryRun: options.dryRun
    },
    async erp => {
      await provideCredentials(context, erp, one.url)
      const { request, from, to } = await pullGctsRepository(erp, { rid: one.rid }, context.signal)
      const now = await readGctsRepository(context.erp, { rid: one.rid })
      if (to !== '' && now.commit !== '' && now.commit !== to) {
        throw unsure(`${one.rid} should be at ${to} and is at ${now.commit}`)
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

function unsure(message: string): ToolError {
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
  return await perform(
    context,
    {
      action: 'git_clone',
      operations: everything,
      targets: anything,
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
        throw unsure(`${rid} is ${now.status || 'without status'} after the clone, not READY`)
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
  return await perform(
    context,
    {
      action: 'git_switch',
      operations: everything,
      targets: anything,
      about: `${one.rid} from ${one.branch} to ${to}`,
      dryRun: options.dryRun
    },
    async erp => {
      await provideCredentials(context, erp, one.url)
      await switchGctsBranch(erp, { rid: one.rid, from: one.branch, to }, context.signal)
      const now = await readGctsRepository(context.erp, { rid: one.rid })
      if (now.branch !== to) throw unsure(`${one.rid} is on ${now.branch} and not on ${to}`)
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
  return await perform(
    context,
    {
      action: 'git_unlink',
      operations: ['delete'],
      targets: anything,
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
  const step: Step = {
    action: options.action,
    operations: ['update'],
    targets: refs.map(ref => ({ ref, transport: '*' })),
    about,
    dryRun: options.action === 'git_stage' ? true : options.dryRun
  }
  const message = options.description ?? ''
  if (step.dryRun !== true && message === '') {
    throw badArguments('`description` is missing.', 'Give the message of the commit.')
  }
  return await perform(context, step, async erp => {
    await provideCredentials(context, erp, one.url)
    await commitGctsObjects(erp, { rid: one.rid, message, objects }, context.signal)
    const now = await readGctsRepository(context.erp, { rid: one.rid })
    if (now.commit !== '' && now.commit === one.commit) {
      throw unsure(`${one.rid} is still at ${one.commit}: nothing differed, or the commit failed`)
    }
    return { text: `committed ${now.commit.slice(0, 12)} (verified)`, data: { commit: now.commit } }
  })
}
