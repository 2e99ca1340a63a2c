/**
 * The process of one run: makes a realm without any object of its own in it and lets the program
 * run there.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { constants, createContext, Script } from 'node:vm'
import type { Host } from '../child/bridge.ts'
import type { Job } from '../child/job.ts'
import { forbidDynamicCode } from './confine.ts'
import { createHost } from './host.ts'
import { HEAD, TAIL } from './wrapping.ts'

const document = readFileSync(process.argv[2] ?? '', 'utf8')
const job = JSON.parse(document) as Job
const exit = process.exit.bind(process)

/**
 * import() in the realm fails with a text: an error of the process would lead to its constructors.
 */
function importModuleDynamically(): never {
  // eslint-disable-next-line no-throw-literal -- an object would be of the process
  throw 'import is not supported'
}

const codeGeneration = { strings: false, wasm: false }
const context = createContext(constants.DONT_CONTEXTIFY, { codeGeneration })

function run(code: string, filename: string, columnOffset = 0): unknown {
  return new Script(code, { filename, columnOffset, importModuleDynamically }).runInContext(context)
}

function compile(index: number): () => Promise<void> {
  const url = index < 0 ? job.library : job.modules[index]?.url
  if (url === undefined) throw new Error('no such module')
  const code = HEAD + readFileSync(fileURLToPath(url), 'utf8') + TAIL
  return run(code, url, -HEAD.length) as () => Promise<void>
}

const host: Host = createHost({ job, document, compile, exit })
const realm = readFileSync(fileURLToPath(job.realm), 'utf8')
const enter = run(realm, 'realm.js') as (host: Host) => void
const node = process
forbidDynamicCode()
enter(host)
// what fails from here on is never looked at: it may be an object of the program, with methods that
// are called when it is shown
node.setUncaughtExceptionCaptureCallback(() => {
  exit(1)
})
node.on('unhandledRejection', () => {
  exit(1)
})
