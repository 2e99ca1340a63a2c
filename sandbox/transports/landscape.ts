/** Transport layers and target systems. */
import { layerOf } from '../identity.ts'
import type { System } from '../system.ts'

/** A transport layer and where its objects go. */
export interface Layer {
  readonly name: string
  readonly description: string
  readonly target: string
}

type Place = Pick<System, 'id' | 'store' | 'targets'>

/** What requests without a target are called in lists. */
export const localChanges = {
  name: 'Local Change Requests',
  description: 'Local Change Requests'
}

/**
 * The layer of the system's own developments, and those that packages name; the latter lead
 * nowhere.
 */
export function layers({ id, store, targets }: Place): Layer[] {
  const own: Layer = {
    name: layerOf(id),
    description: 'Transport layer of the sandbox',
    target: targets[0]?.name ?? ''
  }
  const named = store
    .list({ type: 'DEVC' })
    .map(({ attributes }) => attributes['transportLayer'] ?? '')
    .filter(name => name !== '' && name !== own.name)
  return [own, ...[...new Set(named)].sort().map(name => ({ name, description: '', target: '' }))]
}

/** Where the objects of a layer go; empty for layers without a route. */
export function targetOfLayer(system: Place, layer: string): string {
  return layers(system).find(each => each.name === layer)?.target ?? ''
}

/**
 * The target as it is kept; undefined when the landscape has none of that name. `LOCAL` is none at
 * all.
 */
export function knownTarget(system: Place, given: string): string | undefined {
  const wanted = given.trim().toUpperCase()
  if (wanted === 'LOCAL') return ''
  if (wanted === '') return targetOfLayer(system, layerOf(system.id))
  const [name = '', client] = wanted.split('.')
  const known =
    system.targets.some(each => each.name === name) &&
    (client === undefined || /^\d{3}$/.test(client))
  return known ? wanted : undefined
}

/** The system that a target names, without its client. */
export function systemOfTarget(target: string): string {
  return target.split('.')[0] ?? ''
}

export function targetText({ targets }: Pick<System, 'targets'>, target: string): string {
  return targets.find(each => each.name === systemOfTarget(target))?.description ?? ''
}
