/**
 * The ERP's syntax check of drafts that were just saved: a save that breaks a source
 * reports it.
 */
import { checkSyntax, isErpError } from '../../../erp-client/index.ts'
import type { Finding, ObjectRef } from '../../../erp-client/index.ts'
import { activeAtOnceWords, isActiveAtOnce } from '../../activate/activation.ts'
import type { ToolContext } from '../../call/context.ts'
import { checkAtErp, stagedCheckLines } from '../../change-sets/staged-check.ts'
import type { Staging } from '../../change-sets/staging.ts'
import { findingData } from '../../schema/output.ts'
import { count, findingLines } from '../../objects/words.ts'

/** Findings of one answer. */
const mostFindings = 20
/** The draft is saved already, and its answer must not wait for a busy ERP. */
const longestMs = 20_000

export interface SavedCheck {
  /** One line with the outcome of the check, and the findings. */
  readonly lines: readonly string[]
  readonly findings: readonly Finding[]
}

/**
 * Checks the stored draft of an object. Never throws: what was saved is saved, whatever becomes of
 * its check.
 */
export async function checkSaved(context: ToolContext, ref: ObjectRef): Promise<SavedCheck> {
  if (context.staging !== undefined) return await checkStaged(context, context.staging, [ref])
  if (isActiveAtOnce(ref)) return { findings: [], lines: [activeAtOnceWords(ref)] }
  const found = await findingsOf(context, ref)
  if (typeof found === 'string') {
    return {
      findings: [],
      lines: [`Saved as inactive draft, not checked (${found}); ERPActivate makes it active.`]
    }
  }
  if (found.length === 0) {
    return {
      findings: [],
      lines: ['Saved as inactive draft; syntax check: clean. ERPActivate makes it active.']
    }
  }
  return { findings: found, lines: findingsReport(found) }
}

/** Checks what is staged of the objects. Never throws, as `checkSaved`. */
export async function checkStaged(
  context: ToolContext,
  { draft }: Staging,
  refs: readonly ObjectRef[]
): Promise<SavedCheck> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)])
  try {
    const found = await checkAtErp({ erp: context.erp, signal }, draft, refs)
    return { findings: found.findings, lines: stagedCheckLines(found) }
  } catch {
    return { findings: [], lines: ['Not checked: the check failed, or took too long.'] }
  }
}

/** The part of a change's data that holds what the check found. */
export function savedData({ findings }: SavedCheck): { findings?: object[] } {
  return findings.length === 0 ? {} : { findings: findings.slice(0, mostFindings).map(findingData) }
}

async function findingsOf(
  context: ToolContext,
  ref: ObjectRef
): Promise<readonly Finding[] | string> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)])
  try {
    const { processed, findings } = await checkSyntax(
      context.erp,
      { ref, version: 'inactive' },
      signal
    )
    return processed ? findings : 'the ERP has no check for it'
  } catch (error) {
    if (context.signal.aborted) return 'the call was stopped'
    if (signal.aborted) return 'the check took too long'
    return isErpError(
      error,
      'ERP_UNSUPPORTED',
      'ERP_NOT_FOUND',
      'ERP_NOT_ACCEPTABLE',
      'ERP_BAD_REQUEST'
    )
      ? 'the ERP has no check for it'
      : 'the check failed'
  }
}

/** The errors first. */
export function findingsReport(findings: readonly Finding[]): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const ordered = [...errors, ...findings.filter(({ severity }) => severity !== 'error')]
  const next =
    errors.length === 0
      ? 'ERPActivate makes it active.'
      : 'It cannot become active like this: correct it with ERPWrite.'
  return [
    `Saved as inactive draft; syntax check: ${sizeOf(errors.length, findings.length)}. ${next}`,
    ...findingLines(ordered.slice(0, mostFindings)),
    ...(findings.length > mostFindings
      ? [`${findings.length - mostFindings} more findings: ERPDiagnose syntax.`]
      : [])
  ]
}

function sizeOf(errors: number, all: number): string {
  if (errors === 0) return count(all, 'finding')
  return errors === all
    ? count(errors, 'error')
    : `${count(errors, 'error')}, ${count(all - errors, 'further finding')}`
}
