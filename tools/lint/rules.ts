/** The list of lint rules. */
import type { Static } from '@sinclair/typebox'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { globList } from '../policy/glob.ts'
import type * as input from './inputs.ts'
import type { LintJob } from './job.ts'
import { lintInThread } from './thread.ts'

export async function listRules(
  context: ToolContext,
  { preset, query }: Static<typeof input.rules>
): Promise<ToolResult> {
  const job: LintJob = { kind: 'rules', files: [], targets: [], version: '', preset: 'default' }
  const all = (await lintInThread(job, context.signal)).rules
  const fits = query === undefined ? () => true : globList([`*${query}*`])
  const shown = all.filter(
    rule =>
      (preset === undefined || rule.presets.includes(preset)) &&
      (fits(rule.key) || fits(rule.title))
  )
  return {
    kind: 'data',
    data: { system: systemWords(context.erp), rules: shown },
    text: [
      `${systemWords(context.erp)} · ${count(shown.length, 'rule')} · + corrects`,
      ...shown.map(
        rule => `${rule.key}${rule.fixable ? ' +' : ''}  ${rule.title} [${rule.presets.join(' ')}]`
      )
    ].join('\n')
  }
}
