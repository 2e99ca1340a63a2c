/** Includes of function groups: read like any other include, and the generated one with the modules. */
import { createHash } from 'node:crypto'
import type { PartKey, PartText, Store } from '../types.ts'

/** An include of a function group can be read like any other include. */
export function servedPart(store: Store, part: PartKey): PartKey {
  if (part.object.type !== 'INCL' || store.get(part.object) !== undefined) return part
  const name = `include:${part.object.name}`
  const owner = store
    .list({ type: 'FUGR' })
    .find(({ key }) => store.parts(key).some(each => each.key.part === name))
  return owner === undefined ? part : { object: owner.key, part: name }
}

/**
 * `L…UXX`, which the main program of a group names: the ERP generates it from the modules, and
 * abapGit does not keep it. Undefined for other includes and for groups that are not there.
 */
export function modulesInclude(
  store: Store,
  { object, part }: PartKey
): Pick<PartText, 'text' | 'etag' | 'changedAt'> | undefined {
  const name = object.type === 'FUGR' ? part.slice(part.indexOf(':') + 1) : object.name
  const [, namespace = '', rest] = /^(\/\w+\/)?L(.+)UXX$/.exec(name.toUpperCase()) ?? []
  if (rest === undefined || (object.type !== 'INCL' && object.type !== 'FUGR')) return undefined
  const group = store.get({ type: 'FUGR', name: `${namespace}${rest}` })
  if (group === undefined || store.get(object)?.key.type === 'INCL') return undefined
  const modules = store
    .parts(group.key)
    .filter(({ key, version }) => version === 'active' && key.part.startsWith('function:'))
    .map(({ key }) => key.part.slice('function:'.length))
  const lines = modules.flatMap((module, index) => [
    `INCLUDE ${namespace}L${rest}U${String(index + 1).padStart(2, '0')}.`,
    `  " ${module}`
  ])
  const text = ['* Generated from the modules of the group.', ...lines, ''].join('\n')
  const etag = createHash('sha256').update(text).digest('hex').slice(0, 20)
  return { text, etag, changedAt: group.changedAt }
}
