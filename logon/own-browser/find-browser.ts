/**
 * Which browser a log-on drives: Microsoft Edge, Google Chrome or Chromium, as installed, in the order
 * of oisee/vibing-steampunk `pkg/adt/browser_auth.go`. Edge comes first, because conditional access
 * of a company often demands it.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { platform } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { ErpError } from '../../erp-client/index.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Below each of the folders for programs on Windows. */
const onWindows = [
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe'
]
const onMac = ['Microsoft Edge', 'Google Chrome', 'Chromium'].map(
  name => `${name}.app/Contents/MacOS/${name}`
)
/** Looked for in the PATH. */
const commands = [
  'microsoft-edge',
  'microsoft-edge-stable',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser'
]

/**
 * @param given a file, or undefined to search
 * @throws ErpError ERP_LOGON_FAILED where there is none
 */
export function findBrowser(
  given: string | undefined,
  env: Environment,
  system: string = platform()
): string {
  if (given !== undefined) {
    if (isAbsolute(given) && isProgram(given)) return given
    throw missing(`${given} is no program that can be started`)
  }
  const found = candidates(env, system).find(isProgram)
  if (found !== undefined) return found
  throw missing('No browser was found that this command can drive')
}

/** In the order of the search. */
export function candidates(env: Environment, system: string): string[] {
  if (system === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap(
      name => env[name] ?? []
    )
    return onWindows.flatMap(path => folders.map(folder => `${folder}\\${path}`))
  }
  if (system === 'darwin') {
    const folders = [
      '/Applications',
      ...(env['HOME'] === undefined ? [] : [`${env['HOME']}/Applications`])
    ]
    return onMac.flatMap(path => folders.map(folder => `${folder}/${path}`))
  }
  // A relative folder in the PATH would start what lies in the working directory.
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return commands.flatMap(name => folders.map(folder => join(folder, name)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function missing(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', what, {
    outcome: 'failed',
    remedy:
      'Give the absolute path of Microsoft Edge, Google Chrome or Chromium with --browser, or log on with --paste.'
  })
}
