import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { createStore } from '../../store/index.ts'
import type { StoreOptions } from '../../store/index.ts'
import type { ObjectInfo, ObjectType, PartKey, Store } from '../../types.ts'

/** An empty folder that goes with the test. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'store-test-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export function open(t: TestContext, options: StoreOptions = {}): Store {
  const store = createStore(options)
  t.after(() => store.close())
  return store
}

export function put(dataDir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
}

interface Given {
  package?: string
  description?: string
  parts?: readonly { part: string; text: string }[]
  attributes?: Record<string, string>
  user?: string
}

export function make(store: Store, type: ObjectType, name: string, given: Given = {}): ObjectInfo {
  const user = given.user ?? 'ALICE'
  return store.create(
    {
      key: { type, name },
      package: given.package ?? '$TMP',
      description: given.description ?? `Description of ${name}`,
      responsible: user,
      language: 'EN',
      createdBy: user,
      changedBy: user,
      attributes: given.attributes ?? {}
    },
    given.parts ?? [],
    user
  )
}

export function part(type: ObjectType, name: string, partName = 'main'): PartKey {
  return { object: { type, name }, part: partName }
}

export function text(
  store: Store,
  key: PartKey,
  version: 'active' | 'inactive' | 'workingArea' = 'workingArea'
): string | undefined {
  return store.read(key, version)?.text
}

/** Metadata of the repository format around the values given. */
export function abapGit(type: string, values: string): string {
  return (
    '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n' +
    `<abapGit version="v1.0.0" serializer="LCL_OBJECT_${type}" serializer_version="v1.0.0">\n` +
    ' <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n' +
    values +
    '  </asx:values>\n </asx:abap>\n</abapGit>\n'
  )
}

/** Numbers that are random and the same in every run. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}
