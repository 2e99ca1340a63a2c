/** Transport layers and target systems. */
import type { System } from '../system.ts'

/** A transport layer and where its objects go. */
export interface Layer {
  readonly name: string
  readonly description: string
  readonly target: string
}
export interface Target {
  readonly name: string
  readonly description: string
}

/** A virtual system: what is released is exported nowhere, as there is one system only. */
const virtualSystem: Target = {
  name: 'VRT',
  description: 'Virtual system: releases are recorded and exported nowhere'
}

/** What requests without a target are called in lists. */
export const localChanges: Target = {
  name: 'Local Change Requests',
  description: 'Local Change Requests'
}

export function targets(): Target[] {
  return [virtualSystem]
}

/**
 * The layer of the system's own developments, and those that packages name; the latter lead
 * nowhere.
 */
export function layers({ id, store }: Pick<System, 'id' | 'store'>): Layer[] {
  const own: Layer = {
    name: `Z${id}`,
    description: 'Transport layer of the sandbox',
    target: virtualSystem.name
  }
  const named = store
    .list({ type: 'DEVC' })
    .map(({ attributes }) => attributes['transportLayer'] ?? '')
    .filter(name => name !== '' && name !== own.name)
  return [own, ...[...new Set(named)].sort().map(name => ({ name, description: '', target: '' }))]
}

/** Where the objects of a layer go; empty for layers without a route. */
export function targetOfLayer(system: Pick<System, 'id' | 'store'>, layer: string): string {
  return layers(system).find(each => each.name === layer)?.target ?? ''
}

/**
 * The target as it is kept; undefined when the landscape has none of that name. `LOCAL` is none at
 * all.
 */
export function knownTarget(
  system: Pick<System, 'id' | 'store'>,
  given: string
): string | undefined {
  const wanted = given.trim().toUpperCase()
  if (wanted === 'LOCAL') return ''
  if (wanted === '') return targetOfLayer(system, `Z${system.id}`)
  const [name = '', client] = wanted.split('.')
  const known =
    targets().some(each => each.name === name) && (client === undefined || /^\d{3}$/.test(client))
  return known ? wanted : undefined
}

export function targetText(target: string): string {
  const [name = ''] = target.split('.')
  return targets().find(each => each.name === name)?.description ?? ''
}
