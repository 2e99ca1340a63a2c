/** The release of the system, and the ABAP language version that the linter uses for it. */
import { readSystem } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'

/** Releases whose language the linter distinguishes, by the number of SAP_BASIS. */
const languages = [750, 751, 752, 753, 754, 755, 756, 757, 758, 816] as const

/**
 * The language release of a system for the linter: the newest one not above the system's own,
 * `v740sp08` below all of them.
 */
export function languageOf(release: string | undefined): string {
  const number = Number.parseInt(release ?? '', 10)
  if (Number.isNaN(number)) return 'v758'
  const known = languages.findLast(one => one <= number)
  return known === undefined ? (number < 740 ? 'v702' : 'v740sp08') : `v${known}`
}

/** SAP_BASIS of the system behind the call, where it tells. */
export async function releaseOf(context: ToolContext): Promise<string | undefined> {
  return (await readSystem(context.erp, {}, context.signal)).release
}
