/** Sources that one call changes together, and places that it leaves alone. */
import type { ErpWriter, ObjectRef, Source } from '../../erp-client/index.ts'
import { refWords } from '../objects/words.ts'

/** One source as it was read for the plan, and its whole new text. */
export interface ChangedSource {
  readonly before: Source
  readonly after: string
  /** How many places of it change. */
  readonly places: number
}

/** An object, or a place in it, that the change leaves as it is. */
export interface Exception {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  /** 1-based. */
  readonly line?: number | undefined
  readonly why: string
}

/** A change of many sources that is shown, decided, made and reported as a whole. */
export interface SourcesChange {
  /** For the dry run, e.g. `renaming OLD to NEW`. */
  readonly title: string
  /** For the result, e.g. `Renamed OLD to NEW`. */
  readonly done: string
  /** In the order in which they are written. */
  readonly sources: readonly ChangedSource[]
  readonly exceptions: readonly Exception[]
  /** Objects that need the change and cannot have it: they are as if they could not be changed. */
  readonly unfit?: readonly Exception[] | undefined
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** The digest of a dry run, as the call gave it. */
  readonly confirm: string | undefined
  /** `demanded`: a real run without the digest of a dry run asks for it. */
  readonly digest: 'demanded' | 'optional'
  /**
   * `whole`: an object that cannot be changed stops the real run. `partly`: it becomes an
   * exception.
   */
  readonly extent: 'whole' | 'partly'
  /** Which of both works the change out, where both could. */
  readonly by?: 'the ERP' | 'the bridge' | undefined
  /** The ERP writes all sources in one request. */
  readonly send?: ((erp: ErpWriter) => Promise<void>) | undefined
  /** Fields of the result beside those of every change. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The words of a finding as they were before the change, e.g. with the old name. */
  readonly asBefore?: ((text: string) => string) | undefined
}

/** The objects of sources or exceptions, each once. */
export function objectsOf(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}

export function refsOf(sources: readonly ChangedSource[]): ObjectRef[] {
  return objectsOf(sources.map(({ before }) => before.ref))
}

export function placesIn(sources: readonly ChangedSource[]): number {
  return sources.reduce((sum, { places }) => sum + places, 0)
}

/** `CLAS ZCL_A testclasses`. */
export function sourceWords({
  ref,
  part
}: {
  readonly ref: ObjectRef
  readonly part?: string | undefined
}): string {
  return `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}`
}

/** `CLAS ZCL_A, ZCL_B; INTF ZIF_C and 3 more`. */
export function namesByType(refs: readonly ObjectRef[], most = 40): string {
  const shown = refs.slice(0, most)
  const groups = Map.groupBy(shown, ({ type }) => type)
  const words = [...groups].map(
    ([type, own]) => `${type} ${own.map(ref => refWords(ref).slice(type.length + 1)).join(', ')}`
  )
  const left = refs.length - shown.length
  return `${words.join('; ')}${left > 0 ? ` and ${left} more` : ''}`
}
