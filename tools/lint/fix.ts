/** The source with the corrections of the linter. */
import type { Static } from '@sinclair/typebox'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { withParameters } from './function-head.ts'
import type * as input from './inputs.ts'
import type { LintResult } from './job.ts'
import { prepareLint, runLint } from './run.ts'

export async function fixSource(
  context: ToolContext,
  args: Static<typeof input.fix>
): Promise<ToolResult> {
  const { ref, sources, job } = await prepareLint(
    context,
    { ...args, include: args.include ?? 'main' },
    'fix'
  )
  const result = await runLint(context, job)
  const part = args.include ?? 'main'
  const name = sources.targets.get(part) ?? ''
  const stored = sources.files.find(file => file.name === name)?.text ?? ''
  const before = withParameters(stored, sources.head)
  const after = withParameters(
    result.files.find(file => file.name === name)?.text ?? stored,
    sources.head
  )
  return await report(context, { ref, part, before, after, result })
}

interface FixedSource {
  readonly ref: ObjectRef
  readonly part: string
  readonly before: string
  readonly after: string
  readonly result: LintResult
}

async function report(
  context: ToolContext,
  { ref, part, before, after, result }: FixedSource
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const diff = await compareTexts(before, after, context.signal)
  const words = Object.entries(result.fixes).map(([rule, times]) => `${rule} ${times}`)
  const what = `${refWords(ref)}${part === 'main' ? '' : ` ${part}`}`
  const cut = cutLines(after, context.limits.bytes / 2)
  const whole = cut.lastLine === undefined
  const left = result.findings.length
  const rest = left === 0 ? '' : ` · ${count(left, 'finding')} without a correction`
  const head = `${system} · corrections of ${what} · ${before === after ? 'nothing to correct' : `${diffSize(diff)} lines by ${words.join(', ')}`}${rest} · not saved`
  return {
    kind: 'text',
    verbatim: [],
    text: [
      head,
      ...(before === after
        ? []
        : [
            diff.text,
            ...(whole
              ? ['--- corrected text', after]
              : ['The corrected text is too large to show; correct one include at a time.'])
          ])
    ].join('\n')
  }
}
