/** Publishes a service binding, or withdraws it. */
import { publishBinding, readBinding } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { inlineProse } from '../failure/prose.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { refData } from '../schema/output.ts'
import { plannedChange } from '../write/planned-change.ts'

export async function publish(
  context: ToolContext,
  { name, dryRun }: { readonly name: string; readonly dryRun?: boolean },
  wanted: boolean
): Promise<ToolResult> {
  const ref = { type: 'SRVB', name }
  const binding = await readBinding(context.erp, { ref }, context.signal)
  const system = systemWords(context.erp)
  const action = wanted ? 'publish' : 'unpublish'
  const facts = { objects: [refData(ref)], findings: [] }
  const now = `now ${binding.published ? 'published' : 'not published'}`
  return await plannedChange(context, {
    dryRun,
    operations: ['activate'],
    targets: [{ ref }],
    plan: () => ({
      summary: [
        `${system} · DRY RUN of ${action} ${refWords(ref)} (OData ${binding.version}), ${now}`
      ],
      data: { system, outcome: 'dry_run', ...facts, published: binding.published }
    }),
    execute: async erp => {
      const { severity, text } = await publishBinding(
        erp,
        { ref, binding, publish: wanted },
        context.signal
      )
      const message = inlineProse(text)
      if (severity === 'ERROR') {
        throw new ToolError('ERP_BAD_REQUEST', `${refWords(ref)} was not ${action}ed: ${message}`, {
          remedy: 'Activate the binding and its service definition first.',
          outcome: 'failed'
        })
      }
      const { published } = await readBinding(erp, { ref }, context.signal)
      if (published !== wanted) {
        throw new ToolError(
          'OUTCOME_UNKNOWN',
          `The ERP says ${message}, but ${refWords(ref)} is ${published ? 'still published' : 'not published'}.`,
          { remedy: 'Look at the binding with ERPRead before you repeat it.', outcome: 'unknown' }
        )
      }
      return {
        kind: 'data',
        data: { system, outcome: 'done', ...facts, published: wanted },
        text: `${system} · ${refWords(ref)} ${action}ed (verified): ${message}`
      }
    }
  })
}
