/** Failures that come from the release of the ERP, as NOT_SUPPORTED_BY_RELEASE. */
import { isErpError, readDiscovery, readSystem } from '../../erp-client/index.ts'
import type { ErpError, ErpReader } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from './errors.ts'
import { errorWords } from './prose.ts'
import { wayWords } from './other-ways.ts'
import type { Way } from './other-ways.ts'
import { gaps } from './release-table.ts'
import type { Gap, GapName } from './release-table.ts'

/**
 * Runs a request to a service that some releases lack. A refusal that means "there is no such
 * service" becomes NOT_SUPPORTED_BY_RELEASE with what to do instead. A missing object on a system
 * that announces the service stays a missing object.
 */
export async function onRelease<T>(
  context: ToolContext,
  name: GapName,
  work: () => Promise<T>
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')) throw error
    const gap: Gap = gaps[name]
    if (
      error.code !== 'ERP_UNSUPPORTED' &&
      (gap.collection === '' || (await announced(context, gap.collection)))
    ) {
      throw error
    }
    throw gapError(name, error)
  }
}

/** The refusal of what a release lacks, with what to use instead. */
export function gapError(name: GapName, error: ErpError): ToolError {
  const gap: Gap = gaps[name]
  return new ToolError(
    'NOT_SUPPORTED_BY_RELEASE',
    `${gap.what}: this system does not offer it. ${errorWords(error)}`,
    {
      remedy: gapRemedy(gap, gap.instead),
      data: { gap: name },
      ...(error.outcome === undefined ? {} : { outcome: error.outcome }),
      cause: error
    }
  )
}

function gapRemedy({ since }: Gap, ways: readonly Way[], feature?: string): string {
  return [
    `Systems have it since ${since}.`,
    ...(ways.length === 0 ? [] : [`Instead: ${wayWords(ways)}`]),
    ...(feature === undefined
      ? []
      : [`If the system has it after all, the operator says so with --feature-${feature} on.`])
  ].join(' ')
}

/** The refusal without the ways that this system does not have either; another error unchanged. */
export async function withOfferedWays(
  error: unknown,
  context: Pick<ToolContext, 'erp' | 'signal'>
): Promise<unknown> {
  const { gap: name, feature } = error instanceof ToolError ? (error.details.data ?? {}) : {}
  if (!(error instanceof ToolError) || typeof name !== 'string' || !isGap(name)) return error
  const gap: Gap = gaps[name]
  const { erp, signal } = context
  const isOffered = async (way: Way) =>
    typeof way === 'string' ||
    (way.needs === 'standard'
      ? !(await isSandbox(erp, signal))
      : await announced({ erp, signal }, gaps[way.needs].collection))
  const offered = await Promise.all(gap.instead.map(isOffered))
  if (!offered.includes(false)) return error
  const ways = gap.instead.filter((_way, index) => offered[index])
  const remedy = gapRemedy(gap, ways, typeof feature === 'string' ? feature : undefined)
  return new ToolError(error.code, error.message, { ...error.details, remedy })
}

async function isSandbox(erp: ErpReader, signal: AbortSignal): Promise<boolean> {
  try {
    return erp.system.sandbox ?? (await readSystem(erp, {}, signal)).sandbox
  } catch {
    return false
  }
}

function isGap(name: string): name is GapName {
  return Object.hasOwn(gaps, name)
}

/**
 * Whether the ERP itself said that it has no such service. The client reports arguments that no
 * release accepts by the same code, without a status.
 */
function isErpUnsupported(error: unknown): error is ErpError {
  return (
    isErpError(error, 'ERP_UNSUPPORTED') && (error.status !== undefined || isErpError(error.cause))
  )
}

/** The gap of a system that lacks a feature. */
function gapOfFeature(feature: string): GapName | undefined {
  return (Object.keys(gaps) as GapName[]).find(name => (gaps[name] as Gap).feature === feature)
}

/**
 * Turns the refusal of a feature into NOT_SUPPORTED_BY_RELEASE where the ERP does not announce it.
 * The remedy names the setting with which the operator overrules the ERP.
 */
export function asMissingFeature(
  error: ToolError,
  ofAction: GapName | undefined,
  isMissing: ((feature: string) => boolean) | undefined
): ToolError {
  const feature = error.code === 'BLOCKED_FEATURE' ? error.details.data?.['feature'] : undefined
  if (typeof feature !== 'string' || isMissing?.(feature) !== true) return error
  const name = gapOfFeature(feature) ?? ofAction ?? 'objectType'
  const gap: Gap = gaps[name]
  return new ToolError(
    'NOT_SUPPORTED_BY_RELEASE',
    `${gap.what}: this system does not announce it (feature ${feature}).`,
    {
      remedy: gapRemedy(gap, gap.instead, feature),
      data: { gap: name, feature }
    }
  )
}

/** A failure whose reason is the release, by the gap of its action; any other failure unchanged. */
export function asReleaseGap(error: unknown, ofAction: GapName | undefined): unknown {
  if (isErpError(error, 'ERP_LOCKS_NOT_KEPT')) return gapError('locks', error)
  // Where the package cannot be read, the cause is more precise than the refusal that follows from
  // it.
  const reason =
    error instanceof ToolError && error.code === 'BLOCKED_PACKAGE' ? error.details.cause : error
  // 501 is what a service answers that is there and cannot do this
  if (!isErpUnsupported(reason) || reason.status === 501) return error
  return ofAction === undefined ? error : gapError(ofAction, reason)
}

async function announced(
  context: Pick<ToolContext, 'erp' | 'signal'>,
  collection: string
): Promise<boolean> {
  try {
    const { collections } = await readDiscovery(context.erp, {}, context.signal)
    return [...collections.keys()].some(
      path => path === collection || path.startsWith(`${collection}/`)
    )
  } catch {
    context.signal.throwIfAborted()
    return true
  }
}
