/** Activates drafts, or shows which of the named objects have one. */
import { listInactive } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { findingData, omitUndefined, refData } from '../schema/output.ts'
import { plannedChange } from '../write/planned-change.ts'
import type { ChangePlan } from '../write/planned-change.ts'
import { emptyWords, shellWords } from './activatable.ts'
import type { Activatable } from './activatable.ts'
import { activateObjects, changeResult } from './activation.ts'

export async function activateDrafts(
  context: ToolContext,
  { refs, shells, empty = [] }: Activatable,
  dryRun: boolean
): Promise<ToolResult> {
  const remarks = [
    ...(shells.length === 0 ? [] : [`Left out. ${shellWords(shells)}`]),
    ...(empty.length === 0 ? [] : [emptyWords(empty)])
  ]
  return await plannedChange(context, {
    dryRun,
    operations: ['activate'],
    targets: refs.map(ref => ({ ref })),
    plan: async () => {
      const plan = await planOf(context, refs)
      return { ...plan, details: [...remarks, ...(plan.details ?? [])] }
    },
    execute: async erp => {
      const report = await activateObjects(context, erp, refs)
      const { outcome, findings, alsoInactive, lines } = report
      const system = systemWords(context.erp)
      const data = omitUndefined({
        system,
        outcome,
        objects: refs.map(refData),
        findings: findings.map(findingData),
        alsoInactive: alsoInactive.length === 0 ? undefined : alsoInactive.map(refData),
        leftOut: shells.length === 0 ? undefined : shells.map(refData),
        empty: empty.length === 0 ? undefined : empty.map(refData)
      })
      const text = [`${system} · ${lines[0] ?? ''}`, ...lines.slice(1), ...remarks].join('\n')
      return changeResult(report, { data, text }, {})
    }
  })
}

async function planOf(context: ToolContext, refs: readonly ObjectRef[]): Promise<ChangePlan> {
  const inactive = await listInactive(context.erp, context.signal)
  const isDraft = (ref: ObjectRef) =>
    inactive.some(one => !one.deleted && one.ref.type === ref.type && one.ref.name === ref.name)
  const others = inactive
    .filter(({ ref }) => !refs.some(own => own.type === ref.type && own.name === ref.name))
    .map(({ ref }) => ref)
  const system = systemWords(context.erp)
  return {
    summary: [
      `${system} · DRY RUN, nothing activated`,
      ...refs.map(
        ref =>
          `${refWords(ref)}: ${isDraft(ref) ? 'has a draft that would become active' : 'has no draft'}`
      )
    ],
    details:
      others.length === 0 ? [] : [`Other drafts of this user: ${others.map(refWords).join(', ')}`],
    data: omitUndefined({
      system,
      outcome: 'dry_run',
      objects: refs.map(refData),
      findings: [],
      alsoInactive: others.length === 0 ? undefined : others.map(refData)
    })
  }
}
