/** ERPManage change_set with mode check: all that is staged together, before anything is saved. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { findingData, omitUndefined } from '../schema/output.ts'
import { assertOn, storedSet } from './access.ts'
import { DraftContent, objectsIn } from './content.ts'
import { assertNoDrift } from './drift.ts'
import { checkAtErp, stagedCheckLines } from './staged-check.ts'
import { existingIn, usersLine, usersOfStaged } from './twin/users.ts'
import { checkInTwin, twinData, twinErrors, twinLines } from './twin/staged-twin.ts'

export async function checkSet(context: ToolContext, name: string): Promise<ToolResult> {
  const { content } = await storedSet(assertOn(context.changeSets), name)
  await assertNoDrift(context, content)
  const found = await checkAtErp(context, new DraftContent(content), objectsIn(content))
  const users = await usersOfStaged(context, existingIn(content))
  const twin = await checkInTwin(context, content, users.objects)
  const atErp = found.findings.filter(({ severity }) => severity === 'error').length
  const errors = atErp + twinErrors(twin)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      ...{ system, action: 'change_set', changeSet: name, errors },
      findings: found.findings.map(findingData),
      users: { checked: users.objects.map(({ type, name }) => ({ type, name })), left: users.left },
      twin: twinData(twin)
    }),
    text: [
      `${system} · change set ${name} · ${errors === 0 ? 'no errors' : count(errors, 'error')}`,
      ...stagedCheckLines(found),
      ...twinLines(twin),
      ...('without' in twin ? [] : [usersLine(users)])
    ].join('\n')
  }
}
