/**
 * Removes from the built sandbox what nothing loads: the command is a bundle, so only the files of
 * its threads and child processes are needed beside it, and what the bridge starts.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** A file that runs in a thread or process of its own is named where it is started. */
const started = /\bsibling\('([^']+)', import\.meta\.url\)/g

/** What the bridge starts by its name: the process of a check of the twin. */
const startedByBridge = ['twin/main.js']

/** @param folder the compiled sandbox @param sources its sources */
export async function leaveOut(folder: string, sources: string): Promise<void> {
  const own = globSync('**/*.ts', {
    cwd: sources,
    exclude: ['dist/**', 'test/**', 'kernel/**/*.abap.ts']
  }).flatMap(file =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(started)].map(([, name = '']) =>
      join(dirname(file), `${name}.js`)
    )
  )
  if (own.length === 0) throw new Error('no thread of the sandbox was found')
  const {
    metafile: { inputs }
  } = await build({
    entryPoints: ['command.js', ...startedByBridge, ...own].map(file => join(folder, file)),
    bundle: true,
    write: false,
    outdir: folder,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    logLevel: 'error'
  })
  const loaded = new Set(Object.keys(inputs).map(path => relative(folder, resolve(path))))
  for (const file of globSync('**/*.js', { cwd: folder })) {
    if (!loaded.has(file)) rmSync(join(folder, file))
  }
}
