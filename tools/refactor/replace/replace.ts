/** Replaces a pattern, or what a lint rule corrects, in many objects at once. */
import type { ToolContext } from '../../call/context.ts'
import type { ToolResult } from '../../call/result.ts'
import { badArguments } from '../../failure/errors.ts'
import { count, systemWords } from '../../objects/words.ts'
import { toLf } from '../../../erp-client/line-ends.ts'
import { changeSources } from '../change-sources.ts'
import type { Exception } from '../changed-source.ts'
import { assertUsable, statesOf } from './pattern.ts'
import { planReplacement } from './plan.ts'
import type { PlannedObject, Replacement } from './plan.ts'
import { assertFixable } from './rule-fix.ts'
import { findTargets } from './targets.ts'
import type { Scope, Targets } from './targets.ts'

export interface ReplaceArguments extends Scope {
  readonly pattern?: string | undefined
  readonly replacement?: string | undefined
  readonly literal?: boolean | undefined
  readonly ignoreCase?: boolean | undefined
  readonly codeOnly?: boolean | undefined
  readonly rule?: string | undefined
  readonly transport?: string | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly confirm?: string | undefined
}

/**
 * A real run needs the digest of a dry run. Objects that cannot be changed are named and left
 * alone.
 */
export async function replaceInObjects(
  context: ToolContext,
  args: ReplaceArguments
): Promise<ToolResult> {
  const replacement = replacementOf(args)
  if (replacement.kind === 'rule') await assertFixable(context, replacement.rule)
  const targets = await findTargets(context, args)
  const planned = await planReplacement(context, targets.refs, replacement)
  const exceptions = [...planned.exceptions, ...withoutSource(targets)]
  if (planned.sources.length === 0 && exceptions.length === 0) {
    return nothingToDo(context, { args, targets, planned, replacement })
  }
  const what = wordsOf(replacement)
  const facts = factsOf(planned, replacement)
  return await changeSources(context, {
    title: `${what.planned} in ${targets.words}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`,
    done: what.done,
    sources: planned.sources,
    exceptions,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    confirm: args.confirm,
    digest: 'demanded',
    extent: 'partly'
  })
}

function replacementOf(args: ReplaceArguments): Replacement {
  const { pattern, replacement, rule } = args
  if ((pattern === undefined) === (rule === undefined)) {
    throw badArguments(
      pattern === undefined
        ? 'What to replace is not given.'
        : '`pattern` and `rule` exclude each other.',
      'Give `pattern` with `replacement`, or `rule`, a lint rule that corrects (ERPLint rules, marked +).'
    )
  }
  if (rule !== undefined) {
    const extra = (['replacement', 'literal', 'ignoreCase', 'codeOnly'] as const).find(
      name => args[name] !== undefined
    )
    if (extra === undefined) return { kind: 'rule', rule }
    throw badArguments(`\`${extra}\` belongs to \`pattern\`, not to \`rule\`.`, 'Leave it out.')
  }
  const options = {
    pattern: toLf(pattern ?? ''),
    replacement: toLf(replacement ?? ''),
    literal: args.literal === true,
    ignoreCase: args.ignoreCase === true
  }
  assertUsable(options)
  return {
    kind: 'pattern',
    ...options,
    codeOnly: args.codeOnly === true,
    states: statesOf(options)
  }
}

function wordsOf(replacement: Replacement): { readonly planned: string; readonly done: string } {
  if (replacement.kind === 'rule') {
    return {
      planned: `the corrections of ${replacement.rule}`,
      done: `Corrected ${replacement.rule}`
    }
  }
  const what = `${quoted(replacement.pattern)} by ${quoted(replacement.replacement)}`
  return { planned: `replacing ${what}`, done: 'Replaced' }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

/** What the number of places does not tell. */
function factsOf({ inText, left, otherCase }: PlannedObject, replacement: Replacement): string[] {
  if (replacement.kind === 'rule') {
    return left === 0 ? [] : [`${count(left, 'finding')} without a correction`]
  }
  return [
    ...(inText === 0 ? [] : [`${inText} in comments or literals: codeOnly: true leaves them`]),
    ...(left === 0 ? [] : [`${left} in comments or literals stay`]),
    ...(otherCase === 0 ? [] : [`${otherCase} more in another case: ignoreCase: true takes them`])
  ]
}

/** Users that the where-used list names without an object that has a source. */
function withoutSource({ without }: Targets): Exception[] {
  return without.map(name => ({ ref: { type: '?', name }, why: 'its source is not known' }))
}

interface Nothing {
  readonly args: ReplaceArguments
  readonly targets: Targets
  readonly planned: PlannedObject
  readonly replacement: Replacement
}

/** A repeated call finds nothing more, which is no error. */
function nothingToDo(
  context: ToolContext,
  { args, targets, planned, replacement }: Nothing
): ToolResult {
  const system = systemWords(context.erp)
  const facts = [
    ...factsOf(planned, replacement),
    ...(args.pattern?.includes('\\r') === true ? ['sources have \\n alone as line ends'] : [])
  ]
  const what = args.rule ?? quoted(args.pattern ?? '')
  const searched = `${count(targets.refs.length, 'object')} of ${targets.words}`
  return {
    kind: 'data',
    data: { system, outcome: 'done', changed: false, places: 0 },
    text: `${system} · nothing to replace: ${searched} ${targets.refs.length === 1 ? 'has' : 'have'} no place of ${what}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}.`
  }
}
