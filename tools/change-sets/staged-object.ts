/** Objects that a change set creates: the ERP does not have them. */
import { objectType } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'

/** The object of this name that the call's change set creates. */
export function stagedObject(
  { staging }: Pick<ToolContext, 'staging'>,
  { type, name, group }: { type?: string | undefined; name: string; group?: string | undefined },
  wanted: (type: string) => boolean = () => true
): ObjectRef | undefined {
  const code = type === undefined ? undefined : objectType(type)?.code
  const found = [...(staging?.draft.creations.values() ?? [])].filter(
    ({ ref }) =>
      ref.name === name &&
      (code === undefined || ref.type === code) &&
      (group === undefined || ref.group === group) &&
      wanted(ref.type)
  )
  return found.length === 1 ? found[0]?.ref : undefined
}
