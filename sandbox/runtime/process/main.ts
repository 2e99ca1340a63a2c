/**
 * The process of one run: makes a realm without any object of its own in it and lets the program
 * run there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, createContext, Script } from 'node:vm'
import type { Host } from '../child/bridge.ts'
import type { Job } from '../child/job.ts'
import { forbidDynamicCode } from './confine.ts'
import { createHost } from './host.ts'
import { COMPILED, HEAD, TAIL } from './wrapping.ts'

const document = readFileSync(process.argv[2] ?? '', 'utf8')
const job = JSON.parse(document) as Job
const end = process.exit.bind(process)

/**
 * import() in the realm fails with a text: an error of the process would lead to its constructors.
 */
function importModuleDynamically(): never {
  // eslint-disable-next-line no-throw-literal -- an object would be of the process
  throw 'import is not supported'
}

const codeGeneration = { strings: false, wasm: false }
const context = createContext(constants.DONT_CONTEXTIFY, { codeGeneration })

const scripts = new Map<string, Script>()

/** @param compiled file with V8's code cache of this code; V8 compiles what it does not accept */
function run(code: string, filename: string, columnOffset = 0, compiled?: string): unknown {
  const options = { filename, columnOffset, importModuleDynamically }
  const isThere = compiled !== undefined && existsSync(compiled)
  const cachedData = isThere ? readFileSync(compiled) : undefined
  const script = new Script(code, cachedData === undefined ? options : { ...options, cachedData })
  if (compiled !== undefined) scripts.set(compiled, script)
  return script.runInContext(context)
}

function compile(index: number): () => Promise<void> {
  const url = index < 0 ? job.library : job.modules[index]?.url
  if (url === undefined) throw new Error('no such module')
  const file = fileURLToPath(url)
  const code = HEAD + readFileSync(file, 'utf8') + TAIL
  const compiled = index < 0 ? file + COMPILED : undefined
  return run(code, url, -HEAD.length, compiled) as () => Promise<void>
}

/** What ran is part of the code cache, so that functions compiled late are in it too. */
function exit(code: number): never {
  if (job.compiled !== undefined && code === 0) {
    for (const [file, script] of scripts) {
      writeFileSync(join(job.compiled, basename(file)), script.createCachedData())
    }
  }
  return end(code)
}

const host: Host = createHost({ job, document, compile, exit })
const realmFile = fileURLToPath(job.realm)
const realm = readFileSync(realmFile, 'utf8')
const enter = run(realm, 'realm.js', 0, realmFile + COMPILED) as (host: Host) => void
const node = process
forbidDynamicCode()
enter(host)
// what fails from here on is never looked at: it may be an object of the program, with methods that
// are called when it is shown
node.setUncaughtExceptionCaptureCallback(() => {
  end(1)
})
node.on('unhandledRejection', () => {
  end(1)
})
