/**
 * The bin in few files: a start reads a thousand modules otherwise, which costs more than all they
 * do. What is loaded later, by a setting or by the first request that needs it, stays a package; so
 * does everything for those who embed the bridge.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'

/**
 * The sandbox has a process and threads of its own and shares no module with the bridge; an image
 * may leave it out.
 */
const sandbox = 'sandbox/server.js'

/**
 * Loaded lazily, as a peer that may be missing, or in threads that have files of their own. The
 * parser asks its classes for their names, of which a bundle changes some: it finds no error then,
 * or takes twice as long where the names are kept.
 */
const staying = [
  '@abaplint/',
  '@fastify/http-proxy',
  '@opentelemetry/',
  '@peculiar/',
  'diff',
  'fast-jwt',
  'fast-xml-parser',
  'get-jwks',
  'ioredis',
  'prom-client',
  'reflect-metadata',
  'saxes',
  'undici'
]
const requireHere =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);"
const common: BuildOptions = {
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  banner: { js: requireHere },
  logLevel: 'error',
  logLimit: 5,
  // The folder may lie anywhere.
  nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))]
}

/**
 * Replaces `cli.js` of a compiled folder by a bundle and its parts, the sandbox by another, and
 * writes the licences of what they hold.
 */
export async function bundleBin(folder: string): Promise<void> {
  const bin = await build({
    ...common,
    metafile: true,
    entryPoints: [join(folder, 'cli.js')],
    outdir: folder,
    splitting: true,
    // Beside the bin: an address relative to one file is then right in all of them.
    chunkNames: 'cli-[hash]',
    plugins: [keepOut(folder), keepAddresses(folder)]
  })
  const home = dirname(join(folder, sandbox))
  const server = await build({
    ...common,
    metafile: true,
    entryPoints: [join(folder, sandbox)],
    outdir: home,
    plugins: [keepOut(home), keepAddresses(home)]
  })
  writeFileSync(join(folder, 'cli-licences.txt'), licencesOf([bin.metafile, server.metafile]))
}

function keepOut(folder: string): Plugin {
  return {
    name: 'keep out',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
        if (kind === 'entry-point') return undefined
        if (!path.startsWith('.')) {
          return staying.some(
            name => path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`)
          )
            ? { path, external: true }
            : undefined
        }
        const inside = relative(folder, resolve(resolveDir, path))
        return inside.startsWith('sandbox/') ? { path: `./${inside}`, external: true } : undefined
      })
    }
  }
}

/** Files that find others by their own address still find them. */
function keepAddresses(folder: string): Plugin {
  return {
    name: 'keep addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const inside = relative(folder, path)
        if (inside.startsWith('..') || inside.includes('node_modules')) return undefined
        const address = `new URL(${JSON.stringify(`./${inside}`)}, import.meta.url)`
        const contents = readFileSync(path, 'utf8').replaceAll(
          /\bimport\.meta\.(url|filename|dirname)\b/g,
          (_all, what: string) =>
            what === 'url'
              ? `${address}.href`
              : `process.getBuiltinModule('node:url').fileURLToPath(${what === 'filename' ? address : `new URL('.', ${address})`})`
        )
        return { contents, loader: 'js' }
      })
    }
  }
}

function licencesOf(metafiles: readonly Metafile[]): string {
  const roots = new Set(
    metafiles
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap(path => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(path))?.[1] ?? [])
  )
  const texts = [...roots].toSorted().map(root => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8')
    ) as { name: string; version: string; license?: string }
    const file = readdirSync(root).find(entry => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry))
    return `${name} ${version} (${license ?? 'see its text'})\n\n${file === undefined ? '' : readFileSync(join(root, file), 'utf8').trim()}`
  })
  return `The files cli.js, cli-*.js and ${sandbox} hold the following packages.\n\n${texts.join(`\n\n${'-'.repeat(100)}\n\n`)}\n`
}
