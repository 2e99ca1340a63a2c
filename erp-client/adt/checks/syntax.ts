/** Syntax checks of stored and unsaved sources. */
import type { ErpReader } from '../../erp.ts'
import { uriInContext } from '../main-program.ts'
import { partUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { checkBody, decodeCheckReports } from '../../wire/checks/checks.ts'
import type { SyntaxResult } from '../../wire/checks/checks.ts'
import type { VersionOptions } from '../structure.ts'
import { longTimeoutMs } from '../../request.ts'

/** An unsaved source, of the checked object unless `ref` names another one. */
export interface UnsavedPart {
  readonly ref?: ObjectRef | undefined
  readonly part: string | undefined
  readonly source: string
}

export interface SyntaxArgs {
  readonly ref: ObjectRef
  readonly part?: string | undefined
  /** Unsaved source of the part; without it the stored version is checked. */
  readonly source?: string | undefined
  /** Unsaved sources of further parts, or of other objects. */
  readonly further?: readonly UnsavedPart[] | undefined
  readonly version?: VersionOptions | undefined
}

async function check(
  erp: ErpReader,
  args: SyntaxArgs & { uri: string; version: 'active' | 'inactive' },
  signal: AbortSignal | undefined
): Promise<SyntaxResult> {
  const own: UnsavedPart[] =
    args.source === undefined ? [] : [{ part: args.part, source: args.source }]
  const artifacts = [...own, ...(args.further ?? [])].map(({ ref = args.ref, part, source }) => ({
    uri: partUri(ref, part),
    source
  }))
  const response = await erp.request(
    {
      operation: 'syntax.check',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/checkruns',
      query: { reporters: 'abapCheckRun' },
      contentType: 'application/vnd.sap.adt.checkobjects+xml',
      accept: 'application/vnd.sap.adt.checkmessages+xml, application/*;q=0.8',
      body: checkBody({ uri: args.uri, version: args.version, artifacts }),
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return await decodeCheckReports([response.text], signal)
}

/**
 * Checks the syntax of an object at the ERP, stored or with unsaved sources of its parts.
 * @throws ErpError ERP_NOT_FOUND, ERP_BAD_ANSWER
 */
export async function checkSyntax(
  erp: ErpReader,
  args: SyntaxArgs,
  signal?: AbortSignal
): Promise<SyntaxResult> {
  const options = args.version ?? 'auto'
  const uri = await uriInContext(erp, { ref: args.ref }, signal)
  const first = await check(
    erp,
    { ...args, uri, version: options === 'auto' ? 'inactive' : options },
    signal
  )
  // Some releases do not fall back to the active version without a draft.
  return first.processed || options !== 'auto'
    ? first
    : check(erp, { ...args, uri, version: 'active' }, signal)
}
