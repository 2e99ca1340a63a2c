/** The findings of the linter for one object. */
import type { Static } from '@sinclair/typebox'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { locateUnit } from '../objects/sources.ts'
import { textOfVersion } from '../objects/versions.ts'
import { groupData, groupFindings, groupLines } from '../objects/finding-groups.ts'
import type { RuleGroup } from '../objects/finding-groups.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { linesChanged } from './changed-lines.ts'
import type * as input from './inputs.ts'
import type { LintFinding } from './job.ts'
import { prepareLint, runLint } from './run.ts'
import type { LintSources } from './sources.ts'

type CheckArgs = Static<typeof input.check>

const findingsShown = 200

export async function checkSource(context: ToolContext, args: CheckArgs): Promise<ToolResult> {
  const { ref, sources, job } = await prepareLint(context, args, 'check')
  const { findings } = await runLint(context, job)
  const isSelected = await selectionOf(context, { ref, args, sources })
  const selected = findings.filter(finding => isSelected(finding))
  const parts = partNames(sources)
  const shown = selected.slice(0, findingsShown)
  const groups = groupLint(shown, parts)
  const system = systemWords(context.erp)
  const limited =
    selected.length < findings.length ? ` (of ${findings.length} in the whole source)` : ''
  return {
    kind: 'data',
    data: {
      system,
      object: refData(ref),
      language: job.version,
      total: selected.length,
      complete: shown.length === selected.length,
      findings: groups.map(lintData)
    },
    text: [
      `${system} · lint of ${refWords(ref)} · ${job.version} · ${selected.length === 0 ? 'no findings' : count(selected.length, 'finding')}${limited}`,
      ...groups.flatMap(lintLines),
      ...skippedRules(sources),
      ...(shown.length < selected.length
        ? [`${selected.length - shown.length} more: narrow by rules, method or since.`]
        : []),
      ...(selected.some(({ fixable }) => fixable)
        ? ['Findings marked + are corrected by the action fix.']
        : [])
    ].join('\n')
  }
}

/** The rules that were left out, and why. */
function skippedRules({ without, missing }: LintSources): string[] {
  return without.length === 0
    ? []
    : [
        `Not judged by ${without.join(', ')}: ${missing.length === 0 ? 'the linter does not know parameters in the source of a function module' : `${missing.slice(0, 5).join(', ')} could not be read`}.`
      ]
}

interface Selection {
  readonly ref: ObjectRef
  readonly args: CheckArgs
  readonly sources: LintSources
}

/** The findings that the arguments select: of one block, of changed lines, or all. */
async function selectionOf(
  context: ToolContext,
  { ref, args, sources }: Selection
): Promise<(finding: LintFinding) => boolean> {
  const { method, since, against, include } = args
  if (since !== undefined && against !== undefined) {
    throw badArguments('`since` and `against` contradict each other.', 'Give one of them.')
  }
  const unit =
    method === undefined
      ? undefined
      : await locateUnit(context, { ref, part: include, version: args.version }, method)
  const changed = await changedLines(context, { ref, args, sources })
  return ({ file, line }) => {
    const inUnit =
      unit === undefined ||
      (file === sources.targets.get(unit.source.part) &&
        line >= unit.unit.startLine &&
        line <= unit.unit.endLine)
    return inUnit && (changed.size === 0 || changed.get(file)?.has(line) === true)
  }
}

/** The changed lines of each file; empty where the arguments ask for no comparison. */
async function changedLines(
  context: ToolContext,
  { ref, args, sources }: Selection
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const { since, against, include } = args
  const part = include ?? 'main'
  const textOf = (name: string | undefined) =>
    sources.files.find(file => file.name === name)?.text ?? ''
  const changed = new Map<string, ReadonlySet<number>>()
  if (against !== undefined) {
    changed.set(
      sources.targets.get(part) ?? '',
      await linesChanged([toLf(against), textOf(sources.targets.get(part))], context.signal)
    )
  }
  if (since !== undefined) {
    for (const [one, file] of sources.targets) {
      changed.set(
        file,
        await linesChanged(
          [await textOfVersion(context, { ref, part: one }, since), textOf(file)],
          context.signal
        )
      )
    }
  }
  return changed
}

function partNames(sources: LintSources): ReadonlyMap<string, string> {
  return new Map([...sources.targets].map(([part, file]) => [file, part]))
}

type PartFinding = LintFinding & { readonly part: string | undefined }

/** The gravest first; within a severity in the order of the source. */
function groupLint(
  findings: readonly LintFinding[],
  parts: ReadonlyMap<string, string>
): RuleGroup<PartFinding>[] {
  return groupFindings(
    findings
      .map(finding => ({ ...finding, part: parts.get(finding.file) }))
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
    { rule: ({ severity, rule, fixable }) => JSON.stringify([severity, rule, fixable]) }
  )
}

const severities: readonly LintFinding['severity'][] = ['error', 'warning', 'info']

function lintData(group: RuleGroup<PartFinding>): object {
  return groupData(group, {
    rule: ({ severity, rule, fixable }) =>
      omitUndefined({ severity, rule, fixable: fixable ? true : undefined })
  })
}

function lintLines(group: RuleGroup<PartFinding>): string[] {
  const { severity, rule, fixable } = group.first
  return groupLines(group, { level: severity, rule: fixable ? `${rule} +` : rule })
}
