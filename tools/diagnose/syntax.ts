/** The syntax check of an object, as stored or with an unsaved source. */
import type { Static } from '@sinclair/typebox'
import { checkSyntax, isErpError } from '../../erp-client/index.ts'
import type { Finding } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { resolveObject } from '../objects/resolve.ts'
import { assertPart, locateUnit } from '../objects/sources.ts'
import { count, findingLines, refWords, systemWords } from '../objects/words.ts'
import { findingData, omitUndefined, refData } from '../schema/output.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { replaceUnit } from '../write/source/method-text.ts'
import type * as input from './inputs.ts'

type SyntaxArgs = Static<typeof input.syntax>

const findingsShown = 200

export async function syntax(context: ToolContext, args: SyntaxArgs): Promise<ToolResult> {
  return args.source === undefined
    ? await checkOne(context, args)
    : await unsavedSyntax(context, args)
}

/** The ERP checks sources of existing objects only; the error names the check for a new one. */
async function unsavedSyntax(context: ToolContext, args: SyntaxArgs): Promise<ToolResult> {
  try {
    return await checkOne(context, args)
  } catch (error) {
    const missing =
      isErpError(error, 'ERP_NOT_FOUND') ||
      (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
    if (!missing) throw error
    const similar =
      error instanceof ToolError && error.details.remedy?.startsWith('Similar') === true
        ? `${error.details.remedy} `
        : ''
    throw new ToolError('ERP_NOT_FOUND', errorWords(error), {
      remedy: `${similar}${newObjectRemedy}`,
      cause: error
    })
  }
}

const newObjectRemedy =
  'For the source of a new object use ERPWrite create with dryRun true: it is checked and nothing is saved. ERPLint check with `source` judges it too.'

async function checkOne(context: ToolContext, args: SyntaxArgs): Promise<ToolResult> {
  const ref = await resolveObject(context, args)
  assertPart(ref, args.include)
  const { part, source } = await sourceToCheck(context, { ref, ...args })
  const { processed, reason, findings } = await checkSyntax(
    context.erp,
    { ref, part, source, version: args.version },
    context.signal
  )
  const verdict = verdictOf(processed, findings)
  const shown = findings.slice(0, findingsShown)
  const more = findings.length - shown.length
  const system = systemWords(context.erp)
  const what = `${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}${source === undefined ? '' : ' (given source, not saved)'}`
  const words = processed
    ? findings.length === 0
      ? 'clean'
      : count(findings.length, 'finding')
    : `NOT CHECKED: ${reason ?? 'the ERP could not check this object'}`
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      objects: [refData(ref)],
      findings: shown.map(findingData),
      total: findings.length
    }),
    text: [
      `${system} · syntax of ${what} · ${words}`,
      ...findingLines(shown),
      ...(more > 0 ? [`${count(more, 'finding')} more; correct these first.`] : []),
      ...(processed || source === undefined ? [] : [newObjectRemedy])
    ].join('\n')
  }
}

function verdictOf(processed: boolean, findings: readonly Finding[]): string {
  if (!processed) return 'not_checked'
  if (findings.some(({ severity }) => severity === 'error')) return 'errors'
  return findings.length > 0 ? 'warnings' : 'clean'
}

type UnsavedArgs = SyntaxArgs & {
  readonly ref: Awaited<ReturnType<typeof resolveObject>>
}

/** The text to check: the stored one, an unsaved one, or the stored one with a replaced block. */
async function sourceToCheck(
  context: ToolContext,
  { ref, include, method, source, version }: UnsavedArgs
): Promise<{ part: string | undefined; source: string | undefined }> {
  if (method === undefined) {
    return { part: include, source: source === undefined ? undefined : toLf(source) }
  }
  if (source === undefined) {
    throw badArguments(
      '`method` needs `source`.',
      'A syntax check is always of the whole object; leave `method` out, or give the new source of that method.'
    )
  }
  const located = await locateUnit(context, { ref, part: include, version }, method)
  return {
    part: located.source.part,
    source: replaceUnit(located.source.text, located.unit, source)
  }
}
