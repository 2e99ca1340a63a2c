/** Checks the first source of an object that does not exist yet. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import type { LintFinding } from '../../lint/job.ts'
import { newSource } from '../../lint/sources.ts'
import { lintInThread } from '../../lint/thread.ts'
import { languageOf, releaseOf } from '../../catalog/releases.ts'
import { lineCount } from '../../objects/sources.ts'
import { count } from '../../objects/words.ts'
import { toLf } from '../../../erp-client/line-ends.ts'

/** What makes a source wrong, and nothing of style. */
const rules = ['parser_error', 'cds_parser_error', 'check_syntax', 'implement_methods']
const shown = 20

/**
 * Lines about the first source of an object that is not there yet. The ERP checks only what exists;
 * what the linter can read is checked by it, and the lines say so.
 */
export async function judgeNewSource(
  context: ToolContext,
  { ref, source }: { ref: ObjectRef; source: string }
): Promise<string[]> {
  const text = toLf(source)
  const size = `+${count(lineCount(text), 'line')}, all of it new.`
  const sources = await newSource(context, { ref, source: text })
  if (sources === undefined) return [`${size} The ERP can check the source once the object exists.`]
  try {
    const version = languageOf(await releaseOf(context))
    const { findings, unknown } = await lintInThread(
      {
        kind: 'check',
        files: sources.files,
        targets: [...sources.targets.values()],
        version,
        preset: 'default',
        rules,
        without: sources.without
      },
      context.signal
    )
    if (unknown.length > 0) {
      throw new TypeError(`no such rules: ${unknown.map(({ rule }) => rule).join()}`)
    }
    return [
      `${size} Checked by abaplint, not by the ERP, which needs the object: ${findings.length === 0 ? 'no errors' : count(findings.length, 'error')}.`,
      ...findings.slice(0, shown).map(line),
      ...(sources.missing.length === 0
        ? []
        : [`Names were not checked: ${sources.missing.slice(0, 5).join(', ')} could not be read.`])
    ]
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return [`${size} It could not be checked: ${error.message}`]
  }
}

function line({ line, column, rule, text }: LintFinding): string {
  return `error ${line}:${column} ${rule}: ${text}`
}
