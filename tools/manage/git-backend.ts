/** Finds a repository in abapGit or gCTS. */
import { isErpError, listGctsRepositories, listRepositories } from '../../erp-client/index.ts'
import type { GctsRepository, GitRepository } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'

/** A repository, and which of the two services keeps it. */
export type Located =
  | { readonly backend: 'abapGit'; readonly one: GitRepository }
  | { readonly backend: 'gCTS'; readonly one: GctsRepository }

export interface Backends {
  readonly all: readonly Located[]
  readonly present: readonly Located['backend'][]
}

export const abapGitWords = (one: GitRepository) =>
  `${one.key} ${one.package} ${one.url} ${one.branch} · ${one.statusText || one.status || 'never pulled'}`
export const gctsWords = (one: GctsRepository) =>
  `${one.rid} ${one.url} ${one.branch} · ${one.status || 'no status'}${one.commit === '' ? '' : ` at ${one.commit.slice(0, 12)}`}`
export const locatedWords = (found: Located) =>
  `${found.backend === 'gCTS' ? gctsWords(found.one) : abapGitWords(found.one)} (${found.backend})`

/**
 * The repositories of both services. @throws ToolError NOT_SUPPORTED_BY_RELEASE where there is
 * neither
 */
export async function repositories(context: ToolContext): Promise<Backends> {
  const [abapGit, gcts] = await Promise.all([
    orAbsent(context, async () => await listRepositories(context.erp, context.signal)),
    orAbsent(context, async () => await listGctsRepositories(context.erp, context.signal))
  ])
  if (abapGit === undefined && gcts === undefined) {
    throw new ToolError(
      'NOT_SUPPORTED_BY_RELEASE',
      'This system has neither the ADT backend of abapGit nor gCTS.',
      {
        remedy:
          'Install the backend of abapGit, or activate the service /sap/bc/cts_abapvcs of gCTS.',
        data: { gap: 'git' }
      }
    )
  }
  return {
    all: [
      ...(abapGit ?? []).map(one => ({ backend: 'abapGit' as const, one })),
      ...(gcts ?? []).map(one => ({ backend: 'gCTS' as const, one }))
    ],
    present: [
      ...(abapGit === undefined ? [] : ['abapGit' as const]),
      ...(gcts === undefined ? [] : ['gCTS' as const])
    ]
  }
}

/** Absent, or closed to this user: the other service may still be of use. */
async function orAbsent<T>(context: ToolContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error, 'ERP_UNSUPPORTED', 'ERP_FORBIDDEN')) return undefined
    throw error
  }
}

/** The one repository that a key, a package or an address means. */
export async function locate(context: ToolContext, wanted: string): Promise<Located> {
  const { all } = await repositories(context)
  const upper = wanted.trim().toUpperCase()
  const found = all.filter(({ backend, one }) =>
    [one.url, ...(backend === 'gCTS' ? [one.rid, one.name] : [one.key, one.package])].some(
      name => name.toUpperCase() === upper
    )
  )
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  throw new ToolError(
    'ERP_NOT_FOUND',
    found.length === 0
      ? `There is no git repository ${JSON.stringify(wanted.slice(0, 80))}.`
      : `${JSON.stringify(wanted.slice(0, 80))} is several repositories.`,
    { remedy: `There are ${all.map(locatedWords).slice(0, 20).join('; ') || 'none'}.` }
  )
}
