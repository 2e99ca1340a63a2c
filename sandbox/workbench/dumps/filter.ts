/** What the feed of short dumps can be filtered by. */
import type { Dump } from '../../dump-types.ts'
import type { FeedFacts } from '../../http/feed-query.ts'
import type { System } from '../../system.ts'

/** The attributes of the feed, with their labels and types. */
export const dumpAttributes: readonly (readonly [
  id: string,
  label: string,
  type: 'string' | 'dateTime'
])[] = [
  ['package', 'Package', 'string'],
  ['packageHierarchy', 'Package Hierarchy', 'string'],
  ['packageResponsible', 'Package Owner', 'string'],
  ['objectResponsible', 'Object Owner', 'string'],
  ['responsible', 'Person Responsible', 'string'],
  ['objectName', 'Object Name', 'string'],
  ['component', 'Component', 'string'],
  ['user', 'User', 'string'],
  ['runtimeError', 'Runtime Error', 'string'],
  ['exception', 'Exception', 'string'],
  ['datetime', 'Date/Time', 'dateTime']
]

/** `20260501102914`: the form in which times are compared. */
export function compactTime(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Objects are looked up now: one that is gone has no package and no owner any more. */
export function factsOf({ store }: System, dump: Dump): FeedFacts {
  const object = store.get(dump.object)
  const home = object?.package ?? ''
  const hierarchy: string[] = []
  let owner = ''
  for (let name = home; name !== '' && !hierarchy.includes(name);) {
    const info = store.get({ type: 'DEVC', name })
    if (name === home) owner = info?.responsible ?? ''
    hierarchy.push(name)
    name = info?.package ?? ''
  }
  const responsible = object?.responsible ?? ''
  return {
    package: [home],
    packageHierarchy: hierarchy,
    packageResponsible: [owner],
    objectResponsible: [responsible],
    responsible: [responsible, owner],
    objectName: [dump.object.name],
    component: [''],
    user: [dump.user],
    runtimeError: [dump.error],
    exception: [dump.exception],
    datetime: [compactTime(dump.at)]
  }
}
