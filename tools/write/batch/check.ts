/** The syntax check of all drafts that a batch saved, each seen with the others. */
import type { Finding, ObjectRef } from '../../../erp-client/index.ts'
import { checkSyntax, isErpError, objectType } from '../../../erp-client/index.ts'
import { activeAtOnceWords, isActiveAtOnce } from '../../activate/activation.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { readPart } from '../../objects/sources.ts'
import { checkStaged, findingsReport } from '../source/saved-check.ts'
import type { SavedCheck } from '../source/saved-check.ts'

/** Beyond these bounds the activation reports the findings of all objects together. */
const most = { objects: 20, characters: 1 << 20 }
const longestMs = 30_000

const unchecked = (why: string): SavedCheck => ({
  findings: [],
  lines: [
    `Saved as inactive drafts, not checked (${why}); ERPActivate with objects makes them active together.`
  ]
})

/** Never throws: the drafts are saved. */
export async function checkBatch(
  context: ToolContext,
  saved: readonly ObjectRef[]
): Promise<SavedCheck> {
  if (context.staging !== undefined) return await checkStaged(context, context.staging, saved)
  const refs = saved.filter(ref => !isActiveAtOnce(ref))
  const [first] = saved
  if (refs.length === 0 && first !== undefined) {
    return { findings: [], lines: [activeAtOnceWords(first)] }
  }
  const withoutSource = refs.filter(
    ({ type }) => objectType(type)?.abilities.has('source') !== true
  )
  if (withoutSource.length > 0 && refs.length > 1) {
    return unchecked('types that are not active yet would count as missing')
  }
  if (refs.length > most.objects) return unchecked(`more than ${most.objects} objects`)
  try {
    return await checked(context, refs)
  } catch (error) {
    if (context.signal.aborted) return unchecked('the call was stopped')
    return unchecked(
      isErpError(error, 'ERP_TIMEOUT', 'ERP_ABORTED')
        ? 'the check took too long'
        : 'the check failed'
    )
  }
}

async function checked(context: ToolContext, refs: readonly ObjectRef[]): Promise<SavedCheck> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestMs)])
  const sources =
    refs.length === 1
      ? []
      : await inParallel(refs, async ref => ({
          ref,
          part: undefined,
          source: (await readPart(context, { ref })).text
        }))
  const size = sources.reduce((sum, { source }) => sum + source.length, 0)
  if (size > most.characters) return unchecked('too much text')
  const results = await inParallel(
    refs,
    async ref =>
      await checkSyntax(
        context.erp,
        {
          ref,
          version: 'inactive',
          further: sources.filter(one => one.ref !== ref)
        },
        signal
      )
  )
  const findings: Finding[] = results.flatMap(result => result.findings)
  if (results.some(({ processed }) => !processed)) {
    return unchecked('the ERP has no check for some of them')
  }
  if (findings.length === 0) {
    return {
      findings,
      lines: [
        'Saved as inactive drafts; syntax check: clean. ERPActivate with objects makes them active together.'
      ]
    }
  }
  return { findings, lines: findingsReport(findings) }
}
