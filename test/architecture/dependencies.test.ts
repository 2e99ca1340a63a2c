import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}
interface Lock {
  readonly packages: Record<
    string,
    {
      readonly dev?: boolean
      readonly hasInstallScript?: boolean
      readonly cpu?: readonly string[]
    }
  >
}

const root = new URL('../..', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')
const manifest = JSON.parse(read('package.json')) as Manifest
const sandbox = JSON.parse(read('sandbox/package.json')) as Manifest

test('every runtime dependency of the bridge and its sandbox has its reason in docs/decisions.md, and no other package stands there', () => {
  const section = read('docs/decisions.md').split('## Dependencies')[1] ?? ''
  const listed = [...section.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
  )
  assert.deepEqual(
    listed.sort(),
    [
      ...new Set(
        [manifest.dependencies, manifest.peerDependencies, sandbox.dependencies].flatMap(
          Object.keys
        )
      )
    ].sort()
  )
})

test('dependencies are pinned to one version', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies
  })) {
    assert.match(version, /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/, `${name} is not pinned: ${version}`)
  }
})

test('nothing that runs in production has an install script', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock
  const scripted = Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript === true && entry.dev !== true)
    .map(([path]) => path)
  assert.deepEqual(scripted, [])
})

test('the lock file names no registry', () => {
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "http/)
})
