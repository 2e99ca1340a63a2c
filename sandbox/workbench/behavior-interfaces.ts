/** Finds the interfaces of a business object: behavior definitions of projections of its root entity. */
import type { ObjectKey, ObjectType, Store } from '../types.ts'

const COMMENTS = /\/\*.*?\*\/|\/\/[^\n]*/gs
const INTERFACE = /^\s*interface\s*;.*?\bdefine\s+behavior\s+for\s+([\w/]+)/is
const PROJECTION = /\bas\s+projection\s+on\s+([\w/]+)/i

function sourceOf(store: Store, object: ObjectKey): string {
  return store.read({ object, part: 'main' }, 'active')?.text.replace(COMMENTS, ' ') ?? ''
}

/** The names of the active interfaces of the behavior definition. */
export function interfacesOf(store: Store, definition: string): string[] {
  const sources = (type: ObjectType) =>
    store.list({ type }).map(({ key }) => ({ key, text: sourceOf(store, key) }))
  const base = definition.toUpperCase()
  const projected = new Set(
    sources('DDLS')
      .filter(({ text }) => PROJECTION.exec(text)?.[1]?.toUpperCase() === base)
      .map(({ key }) => key.name)
  )
  return sources('BDEF')
    .filter(({ text }) => projected.has(INTERFACE.exec(text)?.[1]?.toUpperCase() ?? ''))
    .map(({ key }) => key.name)
    .sort()
}
