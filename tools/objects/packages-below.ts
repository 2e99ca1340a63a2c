/** The packages below a package. */
import { packageContents } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'

const mostPackages = 200

/**
 * A package and all below it, each once: what the ERP does to a package by itself it does to all of
 * them. @throws ToolError BLOCKED_PACKAGE where they are too many to judge
 */
export async function packagesBelow(context: ToolContext, top: string): Promise<string[]> {
  const names = [top]
  for (const name of names) {
    if (names.length > mostPackages) {
      throw new ToolError(
        'BLOCKED_PACKAGE',
        `${top} has more than ${mostPackages} packages below it, too many to judge.`,
        {
          remedy: 'Name a smaller package, or do it in the ERP itself. Nothing was sent.',
          setting: '--allowed-packages'
        }
      )
    }
    const { subPackages } = await packageContents(context.erp, { package: name }, context.signal)
    names.push(...subPackages.filter(sub => !names.includes(sub)))
  }
  return names
}
