import { linkRepository, listRepositories, packageContents, pullRepository, pushRepository, readStaging, stagedDocument, switchBranch, unlinkRepository } from '../../erp-client/index.ts'
import type { GitRepository, GitStaging } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../context.ts'
import { badArguments, ToolError } from '../errors.ts'
import type { OperationName } from '../operations.ts'
import { given } from '../output.ts'
import type { ToolResult } from '../result.ts'
import { count, systemWords } from '../words.ts'

export interface GitWish {
  /** Key, package or address of a repository. */
  readonly repository: string
  readonly branch?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
}

const words = (one: GitRepository) => `${one.key} ${one.package} ${one.url} ${one.branch} · ${one.statusText || one.status || 'never pulled'}`
const data = ({ key, package: home, url, branch, status, statusText }: GitRepository) => given({ key, package: home, url, branch, status, statusText })

export async function listGit (context: ToolContext): Promise<ToolResult> {
  const repositories = await listRepositories(context.erp, context.signal)
  const system = systemWords(context.erp)
  return { kind: 'data', data: { system, action: 'git_repos', repositories: repositories.map(data) }, text: [`${system} · ${count(repositories.length, 'git repository')}`.replace('repositorys', 'repositories'), ...repositories.map(words)].join('\n') }
}

async function find (context: ToolContext, wanted: string): Promise<GitRepository> {
  const all = await listRepositories(context.erp, context.signal)
  const upper = wanted.trim().toUpperCase()
  const found = all.filter((one) => one.key.toUpperCase() === upper || one.package === upper || one.url.toUpperCase() === upper)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  throw new ToolError('ERP_NOT_FOUND', found.length === 0 ? `There is no git repository ${JSON.stringify(wanted.slice(0, 80))}.` : `${JSON.stringify(wanted.slice(0, 80))} is several repositories.`, { remedy: `There are ${all.map(words).slice(0, 20).join('; ') || 'none'}.` })
}

const mostPackages = 200

/** A pull writes into the repository's package and those below it: each of them must be permitted. */
async function targetsOf (context: ToolContext, home: string, transport: string | undefined): Promise<ChangeTarget[]> {
  const names = [home]
  for (const name of names) {
    if (names.length > mostPackages) throw new ToolError('BLOCKED_PACKAGE', `${home} has more than ${mostPackages} packages below it, too many to judge.`, { remedy: 'Pull it in the ERP itself. Nothing was sent.', setting: '--allowed-packages' })
    const { subPackages } = await packageContents(context.erp, { package: name }, context.signal)
    names.push(...subPackages.filter((sub) => !names.includes(sub)))
  }
  return names.map((name) => ({ ref: { type: 'DEVC', name }, newIn: name, transport }))
}

export async function gitStatus (context: ToolContext, wish: GitWish): Promise<ToolResult> {
  const one = await find(context, wish.repository)
  const staging = await readStaging(context.erp, { key: one.key }, context.signal)
  const system = systemWords(context.erp)
  return { kind: 'data', data: { system, action: 'git_status', repository: data(one), unstaged: staging.unstaged, staged: staging.staged }, text: [`${system} · ${words(one)}`, ...differences(staging)].join('\n') }
}

function differences ({ unstaged, staged }: GitStaging): string[] {
  const lines = (title: string, list: GitStaging['unstaged']) => [`${title}: ${list.length}`, ...list.map(({ type, name, files }) => `  ${type} ${name}: ${files.map((file) => `${file.name} (local ${file.local || '-'}, remote ${file.remote || '-'})`).join(', ')}`)]
  return [...lines('differing', unstaged), ...lines('staged', staged)]
}

interface Change { readonly action: string, readonly operations: readonly OperationName[], readonly targets: readonly ChangeTarget[], readonly dryRun: boolean | undefined, readonly about: string }

async function perform (context: ToolContext, change: Change, run: Parameters<ToolContext['change']>[1]): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const { action, about } = change
  if (change.dryRun === true) {
    const refusal = await context.refusalOf(change.operations, change.targets)
    return { kind: 'data', data: { system, outcome: 'dry_run', action }, text: `${system} · DRY RUN of ${action}: ${about} · nothing changed${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}` }
  }
  await context.change(change.targets, run)
  return { kind: 'data', data: { system, outcome: 'done', action }, text: `${system} · ${action}: ${about} · started by the ERP; git_repos shows how it ends` }
}

const everything: readonly OperationName[] = ['create', 'update', 'delete', 'activate']

export async function gitPull (context: ToolContext, wish: GitWish): Promise<ToolResult> {
  const one = await find(context, wish.repository)
  const targets = await targetsOf(context, one.package, wish.transport)
  const branch = wish.branch ?? one.branch
  return await perform(context, { action: 'git_pull', operations: everything, targets, dryRun: wish.dryRun, about: `${branch} of ${one.url} into ${one.package}` }, async (erp) => {
    await pullRepository(erp, { key: one.key, branch, transport: wish.transport, credentials: context.gitCredentials(one.url) }, context.signal)
  })
}

export async function gitClone (context: ToolContext, wish: GitWish & { readonly package?: string | undefined }): Promise<ToolResult> {
  const { repository: url, package: home, transport, branch = 'refs/heads/main' } = wish
  if (home === undefined) throw badArguments('`package` is missing.', 'Give the package that the objects go into.')
  if (!/^https:\/\/[^\s@/]+\/[^\s]+$/.test(url)) throw badArguments('`repository` must be an https address without credentials.', 'Credentials come from the file that the operator names with --git-credentials-file.')
  const targets = await targetsOf(context, home, transport)
  return await perform(context, { action: 'git_clone', operations: everything, targets, dryRun: wish.dryRun, about: `${url} into ${home}` }, async (erp) => {
    await linkRepository(erp, { package: home, url, branch, transport, credentials: context.gitCredentials(url) }, context.signal)
  })
}

export async function gitSwitch (context: ToolContext, wish: GitWish): Promise<ToolResult> {
  const { branch } = wish
  if (branch === undefined) throw badArguments('`branch` is missing.', 'Give it as refs/heads/main.')
  const one = await find(context, wish.repository)
  const targets = await targetsOf(context, one.package, wish.transport)
  return await perform(context, { action: 'git_switch', operations: everything, targets, dryRun: wish.dryRun, about: `${one.package} to ${branch}` }, async (erp) => { await switchBranch(erp, { key: one.key, branch }, context.signal) })
}

export async function gitUnlink (context: ToolContext, wish: GitWish): Promise<ToolResult> {
  const one = await find(context, wish.repository)
  const targets = [{ ref: { type: 'DEVC', name: one.package }, newIn: one.package, transport: wish.transport }]
  return await perform(context, { action: 'git_unlink', operations: ['delete'], targets, dryRun: wish.dryRun, about: `${one.url} from ${one.package}; the objects stay` }, async (erp) => { await unlinkRepository(erp, { key: one.key }, context.signal) })
}

/** `git_stage` shows what a push of these objects would send; `git_push` sends it with a message. */
export async function gitPush (context: ToolContext, wish: GitWish & { readonly objects: readonly { readonly type?: string | undefined, readonly name: string }[], readonly description?: string | undefined }, action: 'git_stage' | 'git_push'): Promise<ToolResult> {
  const one = await find(context, wish.repository)
  const credentials = context.gitCredentials(one.url)
  const names = new Set(wish.objects.map(({ type = '', name }) => `${type.toUpperCase()} ${name.toUpperCase()}`))
  const staging = await readStaging(context.erp, { key: one.key, credentials }, context.signal)
  const document = stagedDocument(staging, names, wish.description ?? '')
  const targets = [{ ref: { type: 'DEVC', name: one.package }, newIn: one.package, transport: wish.transport }]
  const about = `${[...names].join(', ')} to ${one.branch} of ${one.url}`
  if (action === 'git_stage') return await perform(context, { action, operations: ['update'], targets, dryRun: true, about }, async () => {})
  if ((wish.description ?? '') === '') throw badArguments('`description` is missing.', 'Give the message of the commit.')
  return await perform(context, { action, operations: ['update'], targets, dryRun: wish.dryRun, about }, async (erp) => { await pushRepository(erp, { key: one.key, document, credentials }, context.signal) })
}
