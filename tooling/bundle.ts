/**
 * Bundles the bin of the bridge and the command of the sandbox into few files: a start would read a
 * thousand modules otherwise. What a setting or the first request loads later stays a package, and
 * so does everything for hosts that embed the bridge.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'

/**
 * Packages that no bundle contains: loaded lazily, as a peer that may be missing, or in threads with
 * files of their own. The ABAP parser compares the names of its classes, and a bundle changes some:
 * it finds no error then, or takes twice as long where the bundler keeps the names.
 */
const external = [
  '@abaplint/',
  '@fastify/http-proxy',
  '@opentelemetry/',
  '@peculiar/',
  'diff',
  'fast-jwt',
  'fast-xml-parser',
  'get-jwks',
  'ioredis',
  'pg',
  'prom-client',
  're2js',
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

/** Replaces `cli.js` of a compiled folder by a bundle and its parts, and writes their licences. */
export async function bundleBin(folder: string): Promise<void> {
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: [join(folder, 'cli.js')],
    outdir: folder,
    splitting: true,
    // Beside the bin: an address relative to one file is then right in all of them.
    chunkNames: 'cli-[hash]',
    plugins: [keepOut, keepAddresses(folder)]
  })
  writeLicences(join(folder, 'cli-licences.txt'), 'The files cli.js and cli-*.js hold', metafile)
}

/** Replaces `command.js` of the compiled sandbox by a bundle, and writes its licences. */
export async function bundleSandbox(folder: string): Promise<void> {
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: [join(folder, 'command.js')],
    outdir: folder,
    plugins: [keepOut, keepAddresses(folder)]
  })
  writeLicences(join(folder, 'licences.txt'), 'The file command.js holds', metafile)
}

const keepOut: Plugin = {
  name: 'keep out',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind !== 'entry-point' &&
      external.some(
        name => path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`)
      )
        ? { path, external: true }
        : undefined
    )
  }
}

/** Modules that find files relative to their own address still find them. */
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

function writeLicences(file: string, subject: string, { inputs }: Metafile): void {
  const roots = new Set(
    Object.keys(inputs).flatMap(
      path => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(path))?.[1] ?? []
    )
  )
  const texts = [...roots].toSorted().map(licenceOf)
  const line = `\n\n${'-'.repeat(100)}\n\n`
  writeFileSync(file, `${subject} the following packages.\n\n${texts.join(line)}\n`)
}

function licenceOf(root: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8')
  ) as { name: string; version: string; license?: string }
  const file = readdirSync(root).find(entry => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(root, file), 'utf8').trim()
  return `${name} ${version} (${license ?? 'see its text'})\n\n${text}`
}
