/** `erp-bridge clean-core`: downloads SAP's public catalogue of released objects. */
import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { classFile, entriesInThread, releaseFiles } from '../tools/clean-core/catalogue.ts'
import { stampFile } from '../tools/clean-core/data.ts'
import type { CommandIo } from './command.ts'

const source = 'https://raw.githubusercontent.com/SAP/abap-atc-cr-cv-s4hc/main/src/'

const help = `Usage: erp-bridge clean-core update DIR [--from URL]

Downloads SAP's public catalogue of released objects and classic APIs into DIR, which --clean-core-data names then.
The files are those of SAP/abap-atc-cr-cv-s4hc (Apache-2.0). A file is replaced only by one that can be read.

  --from URL   Another place of the same files, e.g. a mirror: a URL that ends with /

Exit codes: 0 done; 2 wrong arguments, or a folder that cannot be written; 3 a file could not be downloaded.`

const codes = { done: 0, usage: 2, failed: 3 } as const
const mostBytes = 128 << 20
const timeoutMs = 300_000

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.say(help)
    return codes.done
  }
  const { folder, from } = readArguments(argv)
  const target = resolve(io.folder ?? '.', folder)
  try {
    await mkdir(target, { recursive: true })
    await access(target, constants.W_OK)
  } catch (error) {
    throw new ConfigError([`${folder} cannot be written: ${(error as Error).message}`])
  }
  const stop = new AbortController()
  void io.untilStopped().then(() => {
    stop.abort()
  })
  const files: Record<string, string> = {}
  let failed = 0
  for (const file of [...Object.values(releaseFiles), classFile]) {
    try {
      const text = await download(new URL(file, from), stop.signal)
      await entriesInThread([text, []], stop.signal)
      await replaceFile(join(target, file), text)
      files[file] = new Date().toISOString()
      io.say(`${file}  ${Math.round(text.length / 1024)} KB`)
    } catch (error) {
      stop.signal.throwIfAborted()
      failed++
      io.warn(`${file}: ${(error as Error).message}`)
    }
  }
  await replaceFile(join(target, stampFile), `${JSON.stringify({ from, files }, null, 2)}\n`)
  return failed === 0 ? codes.done : codes.failed
}

function readArguments(argv: readonly string[]): { folder: string; from: string } {
  const [verb, folder, ...rest] = argv
  const [flag, value] = rest.flatMap(word => word.split('=', 2))
  const from = flag === undefined ? source : value
  const isRight = verb === 'update' && folder !== undefined && !folder.startsWith('-')
  if (!isRight || (flag !== undefined && flag !== '--from') || !isPlace(from)) {
    throw new ConfigError(['erp-bridge clean-core update DIR [--from URL/]; --help says more'])
  }
  return { folder, from }
}

function isPlace(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/.*\/$/.test(url) && URL.canParse(url)
}

async function download(url: URL, stop: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`${url.href} has more than ${mostBytes >> 20} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A bridge may read the file at any moment, so it is never half of one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
