/** Finds the test files and gives each to its suite. */
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { decisive, suites } from './suites.ts'
import type { Suite } from './suites.ts'

export interface TestFile {
  /** From the root of the checkout, with `/`. */
  readonly path: string
  readonly suite: Suite
}

const places = ['test/**/*.{test,attack}.ts', 'sandbox/test/**/*.test.ts']

/**
 * Every test file of the checkout with its suite.
 *
 * @param root folder of the checkout
 * @throws Error naming files without a suite, and patterns of the table that match no file
 */
export function testFiles(root: string, table: readonly Suite[] = suites): readonly TestFile[] {
  const paths = globSync([...places], { cwd: root }).map(path => path.replaceAll('\\', '/'))
  const found = paths.sort().map(path => ({ path, suite: suiteOf(path, table) }))
  const lost = found.filter(({ suite }) => suite === undefined).map(({ path }) => path)
  const names = paths.map(nameOf)
  const stale = [...table.flatMap(({ files = [] }) => files), ...decisive].filter(
    pattern => !names.some(name => matchesGlob(name, pattern))
  )
  if (lost.length > 0) throw new Error(`No suite of tooling/test/suites.ts: ${lost.join(', ')}`)
  if (stale.length > 0) {
    throw new Error(
      `No test file for these patterns of tooling/test/suites.ts: ${stale.join(', ')}`
    )
  }
  return found.flatMap(({ path, suite }) => (suite === undefined ? [] : [{ path, suite }]))
}

/** The name that the patterns of the table match: `test/a/b` and `a/test/b` are `a/b`. */
export function nameOf(path: string): string {
  return path.replace(/^test\//, '').replace(/^(sandbox)\/test\//, '$1/')
}

function suiteOf(path: string, table: readonly Suite[]): Suite | undefined {
  const name = nameOf(path)
  return table.find(({ files = [] }) => files.some(pattern => matchesGlob(name, pattern)))
}

/** Whether the file covers code that must be covered whole. */
export function isDecisive({ path }: TestFile): boolean {
  return decisive.some(pattern => matchesGlob(nameOf(path), pattern))
}
