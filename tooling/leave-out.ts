/**
 * Nobody imports the sandbox's files one by one: the package exports none of them, and its server
 * stands in a bundle. What neither that bundle nor a thread or child of the sandbox loads is left
 * out, with all of its types.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** Files that run in threads and processes of their own are named where they are started. */
const started = /\bsibling\('([^']+)', import\.meta\.url\)/g

/** @param folder the compiled project @param sources the project */
export async function leaveOut(folder: string, sources: string): Promise<void> {
  const own = globSync('sandbox/**/*.ts', {
    cwd: sources,
    exclude: ['sandbox/kernel/**/*.abap.ts']
  }).flatMap(file =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(started)].map(([, name = '']) =>
      join(dirname(file), `${name}.js`)
    )
  )
  if (own.length === 0) throw new Error('no thread of the sandbox was found')
  const {
    metafile: { inputs }
  } = await build({
    entryPoints: ['sandbox/server.js', ...own].map(file => join(folder, file)),
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
  for (const file of globSync('sandbox/**/*.{js,d.ts}', { cwd: folder })) {
    if (!loaded.has(file)) rmSync(join(folder, file))
  }
}
