/** Which calls may name a change set. */
import type { Action } from '../define.ts'
import { badArguments, ToolError } from '../failure/errors.ts'

/** The refusal of a call that names a change set; undefined where it may do so. */
export function stagingRefusal(
  { name, staging }: Action,
  args: Readonly<Record<string, unknown>>
): ToolError | undefined {
  if (args['changeSet'] === undefined || staging === undefined || staging === 'shows') {
    return undefined
  }
  if (typeof staging === 'object') {
    return new ToolError(
      'CHANGE_SET_CANNOT_STAGE',
      `${name ?? 'This action'} cannot be staged: ${staging.refused}.`,
      { remedy: 'Nothing was staged. Make this change without `changeSet`.', outcome: 'failed' }
    )
  }
  const given = args['activate'] === true ? 'activate' : args['test'] === true ? 'test' : undefined
  return given === undefined
    ? undefined
    : badArguments(
        `\`${given}\` and \`changeSet\` contradict each other: what is staged is not at the ERP.`,
        'ERPManage change_set with mode check checks it; mode apply saves and activates all of it.'
      )
}
