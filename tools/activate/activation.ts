/** Activates objects and reports which of them are active. */
import { activate, ErpError, objectType } from '../../erp-client/index.ts'
import type { ActivationResult, ErpWriter, Finding, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { failureResult } from '../failure/result.ts'
import { findingData } from '../schema/output.ts'
import type { DataResult, ToolResult } from '../call/result.ts'
import { findingLines, refWords } from '../objects/words.ts'

export interface ActivationReport {
  readonly outcome: ActivationResult['outcome']
  /** The code of the error that an outcome other than `activated` is. */
  readonly code: 'ACTIVATION_FAILED' | 'OUTCOME_UNKNOWN'
  readonly findings: readonly Finding[]
  readonly stillInactive: readonly ObjectRef[]
  readonly alsoInactive: readonly ObjectRef[]
  readonly lines: readonly string[]
}

/** Activates, and reports the verified state afterwards. */
export async function activateObjects(
  context: ToolContext,
  erp: ErpWriter,
  refs: readonly ObjectRef[]
): Promise<ActivationReport> {
  context.progress({
    done: 0,
    total: refs.length,
    message: `activating ${refs.length === 1 ? refs.map(refWords).join() : `${refs.length} objects together`}`
  })
  const result = await activate(erp, { refs }, context.signal)
  context.progress({
    done: refs.length - result.stillInactive.length,
    total: refs.length,
    message: result.outcome
  })
  return {
    ...result,
    code: result.outcome === 'failed' ? 'ACTIVATION_FAILED' : 'OUTCOME_UNKNOWN',
    lines: activationLines(refs, result)
  }
}

/** Whether the ERP keeps no draft of the object: what is saved is active. */
export function isActiveAtOnce({ type }: ObjectRef): boolean {
  return objectType(type)?.activeAtOnce === true
}

/** The line for a saved object that has no draft. */
export function activeAtOnceWords({ type }: ObjectRef): string {
  return `Saved and active: a ${objectType(type)?.label.toLowerCase() ?? type} has no draft.`
}

/**
 * Activates what was saved before, as far as it has drafts. Never throws: the answer must still
 * report the save.
 */
export async function activateSaved(
  context: ToolContext,
  erp: ErpWriter,
  saved: readonly ObjectRef[]
): Promise<ActivationReport> {
  const refs = saved.filter(ref => !isActiveAtOnce(ref))
  const [first] = saved
  if (refs.length === 0 && first !== undefined) return activeAlready(first)
  try {
    // Without the lock the object may have been moved, so the policy decides again.
    const refusal = await context.refusalOf(
      ['activate'],
      refs.map(ref => ({ ref }))
    )
    if (refusal !== undefined) {
      throw new ErpError('ERP_FORBIDDEN', refusal.words, { outcome: 'failed' })
    }
    return await activateObjects(context, erp, refs)
  } catch (error) {
    const certain = error instanceof ErpError && error.outcome === 'failed'
    const words = failureResult(error, {
      signal: context.signal,
      log: context.log,
      changes: !certain
    }).text
    return {
      outcome: certain ? 'failed' : 'unknown',
      code: certain ? 'ACTIVATION_FAILED' : 'OUTCOME_UNKNOWN',
      findings: [],
      stillInactive: certain ? refs : [],
      alsoInactive: [],
      lines: [
        `Saved as inactive draft; the activation ${certain ? 'failed' : 'has an unknown outcome'}: ${words}`
      ]
    }
  }
}

function activeAlready(ref: ObjectRef): ActivationReport {
  return {
    outcome: 'activated',
    code: 'ACTIVATION_FAILED',
    findings: [],
    stillInactive: [],
    alsoInactive: [],
    lines: [activeAtOnceWords(ref)]
  }
}

/**
 * The result of a change with the activation that belongs to it: an error where it did not
 * succeed, with `done` as what was changed all the same.
 */
export function changeResult(
  report: ActivationReport | undefined,
  { data, text }: Pick<DataResult, 'data' | 'text'>,
  done: { readonly saved?: true; readonly created?: true }
): ToolResult {
  if (report === undefined || report.outcome === 'activated') return { kind: 'data', data, text }
  const { code, outcome } = report
  return { kind: 'error', code, text, data: { ...data, outcome, ...done } }
}

/** The same lines below a list of the very objects, which need not be named again. */
export function listedAbove({ outcome, lines }: ActivationReport): readonly string[] {
  return outcome === 'activated' ? [openings.activated('all'), ...lines.slice(1)] : lines
}

/** The fields of a result that describe its activation; empty where there was none. */
export function activationData(report: ActivationReport | undefined): {
  activation?: ActivationReport['outcome']
  findings?: object[]
} {
  if (report === undefined) return {}
  return {
    activation: report.outcome,
    ...(report.findings.length === 0 ? {} : { findings: report.findings.map(findingData) })
  }
}

const openings: Readonly<Record<ActivationResult['outcome'], (what: string) => string>> = {
  activated: what => `Activated (verified): ${what}`,
  failed: what => `ACTIVATION_FAILED: still inactive, nothing became active: ${what}`,
  unknown: what =>
    `OUTCOME_UNKNOWN: it is not known whether this became active: ${what}. Check with ERPRead (the head line says active or inactive) before you repeat it.`
}

const mostNamed = 3

/** The other drafts of the user, as far as a reminder needs them. */
function firstOf(drafts: readonly ObjectRef[]): string {
  const named = drafts.slice(0, mostNamed).map(refWords).join(', ')
  const more = drafts.length - mostNamed
  return more > 0 ? `${named} and ${more} more (ERPManage drafts lists them)` : named
}

function activationLines(refs: readonly ObjectRef[], result: ActivationResult): string[] {
  const { outcome, findings, stillInactive, alsoInactive } = result
  const partly =
    outcome === 'failed' && stillInactive.length > 0 && stillInactive.length < refs.length
  return [
    partly
      ? `ACTIVATION_FAILED: still inactive: ${stillInactive.map(refWords).join(', ')}`
      : openings[outcome](refs.map(refWords).join(', ')),
    ...findingLines(findings),
    ...(alsoInactive.length === 0 ? [] : [`Other drafts: ${firstOf(alsoInactive)}`]),
    ...(outcome === 'failed'
      ? ['Correct the findings with ERPWrite and activate again; the draft is kept.']
      : [])
  ]
}
