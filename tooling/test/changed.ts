/** Selects what a change can affect: the test files that can reach a changed file, lint and types. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestFile } from './files.ts'
import { createTree, referencesOf } from './references.ts'
import { suites } from './suites.ts'
import type { Suite } from './suites.ts'

export interface ChangedSelection {
  readonly suites: readonly Suite[]
  readonly files: readonly TestFile[]
  readonly commands: ReadonlyMap<string, readonly string[]>
}

/** A change of these can affect every test. */
const common = [
  /^package(?:-lock)?\.json$/,
  /^tsconfig[^/]*\.json$/,
  /^\.npmrc$/,
  /^tooling\/(?:test\.ts$|test\/|node24\/)/
]
/** Texts that only tests of the tree read, which run after every change. */
const prose = /^(?:docs|deploy|examples|\.github|\.ci)\/|^[^/]+$|\.md$/
const linted = /\.(?:ts|mts|js|cjs)$/
const lintRules = /^(?:eslint\.config\.js|\.prettier[^/]*|\.gitignore)$/

export interface SelectorOptions {
  /** Paths of all test files. */
  readonly tests: readonly string[]
  /** Every file of the checkout, from its root. */
  readonly files: readonly string[]
  readonly read: (path: string) => string
}

/** The test files that can read a changed file; `all` where its readers are not known. */
export type Selector = (changed: readonly string[]) => ReadonlySet<string> | 'all'

/** Reads the checkout once, and selects tests for changes of it. */
export function createSelector({ tests, files, read }: SelectorOptions): Selector {
  const readers = readersOf(files, read)
  const isUnknown = (path: string) =>
    common.some(pattern => pattern.test(path)) ||
    (!linted.test(path) && !prose.test(path) && !readers.has(path))
  return changed => {
    if (changed.some(isUnknown)) return 'all'
    const reached = new Set(changed)
    for (const path of reached) for (const reader of readers.get(path) ?? []) reached.add(reader)
    return new Set(tests.filter(path => reached.has(path)))
  }
}

function readersOf(
  files: readonly string[],
  read: (path: string) => string
): ReadonlyMap<string, readonly string[]> {
  const tree = createTree(files)
  const readers = new Map<string, string[]>()
  for (const path of files.filter(file => linted.test(file))) {
    for (const target of referencesOf(path, read(path), tree)) {
      const known = readers.get(target)
      if (known === undefined) readers.set(target, [path])
      else known.push(path)
    }
  }
  return readers
}

interface ChangedOptions {
  readonly root: string
  readonly files: readonly TestFile[]
  /** A revision; where the branch left `origin/main` or `main` when undefined. */
  readonly since: string | undefined
  /** Also the suites that only `npm run test:all` has. */
  readonly all: boolean
}

/** The files, suites and commands of `npm run test:changed`. */
export function planChanged({ root, files, since, all }: ChangedOptions): ChangedSelection {
  const git = createGit(root)
  const changed = changedFiles(git, since)
  const affected = createSelector({
    tests: files.map(({ path }) => path),
    files: list(git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])),
    read: path => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  })(changed)
  const sources = changed.filter(path => linted.test(path) && existsSync(join(root, path)))
  const whole = changed.some(path => lintRules.test(path)) || affected === 'all'
  const lint = suites.filter(({ name }) => name === 'lint' && (whole || sources.length > 0))
  return {
    suites: [...lint, ...suites.filter(({ name }) => name === 'types' || name === 'docs')],
    files: files.filter(
      ({ path, suite }) =>
        (suite.runs === 'test' || (all && suite.runs === 'all')) &&
        // They read the whole tree.
        (suite.name === 'architecture' || affected === 'all' || affected.has(path))
    ),
    commands: whole ? new Map() : new Map([['lint', ['tooling/test/lint.ts', ...sources]]])
  }
}

function changedFiles(git: (args: readonly string[]) => string, since?: string): readonly string[] {
  const base = since ?? defaultBase(git)
  return [
    ...list(git(['diff', '--name-only', '--no-renames', '-z', base])),
    ...list(git(['ls-files', '-z', '--others', '--exclude-standard']))
  ]
}

function defaultBase(git: (args: readonly string[]) => string): string {
  for (const branch of ['origin/main', 'main']) {
    try {
      return git(['merge-base', 'HEAD', branch]).trim()
    } catch {
      // The branch does not exist here.
    }
  }
  return 'HEAD'
}

function createGit(root: string) {
  return (args: readonly string[]): string =>
    execFileSync('git', [...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      stdio: ['ignore', 'pipe', 'ignore']
    })
}

function list(text: string): readonly string[] {
  return text.split('\0').filter(path => path !== '')
}
