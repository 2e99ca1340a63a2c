import type { Store } from '../../types.ts'
import { make, part } from './fixture.ts'

/**
 * What a store must look like between two changes: names of what was done, and all that can be
 * seen.
 */
export type Picture = string

export function picture(store: Store): Picture {
  const seen = store.list().map(({ key, package: home, description, state }) => ({
    key,
    home,
    description,
    state,
    parts: store
      .parts(key)
      .map(({ key: { part: name }, version }) => [
        name,
        version,
        store.read({ object: key, part: name }, version)?.text
      ])
  }))
  return JSON.stringify([
    seen,
    store
      .inactive()
      .map(each => each.part)
      .map(each => JSON.stringify(each))
      .sort(),
    store
      .files('active')
      .map(file => JSON.stringify(file))
      .sort()
  ])
}

/** Changes of several files each; `done` is called after every one. */
export function change(store: Store, done: (name: string) => void): void {
  const group = { type: 'FUGR' as const, name: 'ZGRP' }
  const module = part('FUGR', 'ZGRP', 'function:Z_ONE')
  const steps: Readonly<Record<string, () => void>> = {
    package: () => make(store, 'DEVC', 'ZPACK', { package: '' }),
    class: () => make(store, 'CLAS', 'ZCL_C', { package: 'ZPACK' }),
    group: () => make(store, 'FUGR', 'ZGRP', { package: 'ZPACK' }),
    module: () =>
      store.addPart(module, 'FUNCTION z_one IMPORTING VALUE(a) TYPE i.\nENDFUNCTION.', 'ALICE'),
    activation: () => store.activate([group, { type: 'CLAS', name: 'ZCL_C' }], 'ALICE'),
    draft: () =>
      store.write(
        module,
        'FUNCTION z_one IMPORTING VALUE(b) TYPE string.\n  WRITE b.\nENDFUNCTION.',
        'BOB'
      ),
    label: () => store.update(group, { description: 'Other' }, 'BOB'),
    move: () => store.update(group, { package: '$TMP' }, 'BOB'),
    second: () => store.activate([group], 'BOB'),
    less: () => store.removePart(module, 'BOB'),
    gone: () => store.remove(group),
    class_gone: () => store.remove({ type: 'CLAS', name: 'ZCL_C' }),
    package_gone: () => store.remove({ type: 'DEVC', name: 'ZPACK' })
  }
  for (const [name, work] of Object.entries(steps)) {
    work()
    done(name)
  }
}
