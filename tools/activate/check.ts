/** The syntax check of several objects, without activation. */
import { checkSyntax, isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { count, findingLines, refWords, systemWords } from '../objects/words.ts'
import { findingData, omitUndefined, refData } from '../schema/output.ts'

export async function checkObjects(
  context: ToolContext,
  refs: readonly ObjectRef[]
): Promise<ToolResult> {
  let done = 0
  const checked = await inParallel(refs, async ref => {
    context.progress({ done: done++, total: refs.length, message: refWords(ref) })
    try {
      const { processed, findings } = await checkSyntax(context.erp, { ref }, context.signal)
      return { ref, processed, findings }
    } catch (error) {
      context.signal.throwIfAborted()
      if (isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
        return { ref, processed: false, findings: [] }
      }
      throw error
    }
  })
  const findings = checked.flatMap(one => one.findings)
  const unchecked = checked.filter(({ processed }) => !processed).map(({ ref }) => ref)
  const errors = findings.some(({ severity }) => severity === 'error')
  const outcome = errors
    ? 'errors'
    : unchecked.length > 0
      ? 'incomplete'
      : findings.length > 0
        ? 'warnings'
        : 'clean'
  const system = systemWords(context.erp)
  const [only, ...others] = refs
  const isOne = only !== undefined && others.length === 0
  const subject = isOne ? refWords(only) : count(refs.length, 'object')
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      outcome,
      objects: refs.map(refData),
      findings: findings.map(findingData),
      unchecked: unchecked.length === 0 ? undefined : unchecked.map(refData)
    }),
    text: [
      `${system} · check of ${subject}, nothing activated · ${outcome.toUpperCase()}`,
      ...findingLines(findings),
      ...(unchecked.length === 0
        ? []
        : [`Not checked, the ERP has no check for them: ${unchecked.map(refWords).join(', ')}`])
    ].join('\n')
  }
}
