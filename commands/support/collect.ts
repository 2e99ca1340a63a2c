/** The parts of a bundle: the program, the findings of doctor, features, log lines and metrics. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import type { Config } from '../../config/config.ts'
import { featureStates } from '../../systems/features.ts'
import { prepare, run as runCall } from '../../tools/index.ts'
import { imageOf, versionOf } from '../../version.ts'
import type { CommandIo } from '../command.ts'
import { run as doctor } from '../doctor.ts'
import { openSession, withoutSystem } from '../local-session.ts'
import type { Cleaner } from './cleaner.ts'

export function aboutProgram({ nodeVersion }: CommandIo): object {
  return {
    version: versionOf(),
    ...(imageOf() === undefined ? {} : { image: imageOf() }),
    node: nodeVersion,
    platform: platform(),
    release: release(),
    arch: arch(),
    processors: cpus().length,
    memory: totalmem(),
    written: new Date().toISOString()
  }
}

/** The findings as JSON, whatever doctor finds. */
export async function doctorFindings(flags: readonly string[], io: CommandIo): Promise<unknown> {
  const lines: string[] = []
  await doctor(['--json', ...flags], { ...io, say: line => lines.push(line), warn: () => {} })
  return JSON.parse(lines.join('\n'))
}

export interface SystemFeatures {
  readonly system: string
  /** What the settings decide. */
  readonly settings: Readonly<Record<string, string>>
  /** What the system announces, as ERPManage reports it. */
  readonly announced?: object
}

/** The names of features are the bridge's own. */
export function cleanFeatures(
  { system, settings, announced }: SystemFeatures,
  cleaner: Cleaner
): object {
  return {
    system: cleaner.system(system),
    settings,
    ...(announced === undefined ? {} : { announced: cleaner.value(announced) })
  }
}

export interface FeatureSource {
  readonly flags: readonly string[]
  readonly io: CommandIo
  readonly isOffline: boolean
}

/** What the settings decide for each system, and what it announces where it may be asked. */
export async function featuresOf(config: Config, source: FeatureSource): Promise<SystemFeatures[]> {
  const all: SystemFeatures[] = []
  for (const { name, settings } of config.landscape.systems.values()) {
    const decided = settings === undefined ? {} : Object.fromEntries(featureStates(settings))
    const asked =
      source.isOffline || settings === undefined ? undefined : await askErp(name, config, source)
    all.push({
      system: name,
      settings: decided,
      ...(asked === undefined ? {} : { announced: asked })
    })
  }
  return all
}

const askMs = 30_000

async function askErp(
  name: string,
  config: Config,
  { flags, io }: FeatureSource
): Promise<object | undefined> {
  const own =
    config.landscape.file === undefined ? flags : [...withoutSystem(flags), '--system', name]
  let close: (() => Promise<void>) | undefined
  try {
    const opened = openSession(own, io.env, io)
    close = opened.close
    const { session } = opened
    const prepared = prepare(session, 'ERPManage', { action: 'features' })
    const result = await runCall(prepared, session, { signal: AbortSignal.timeout(askMs) })
    return 'data' in result ? result.data : undefined
  } catch {
    return undefined
  } finally {
    await close?.()
  }
}

const mostLogBytes = 2 * 1024 * 1024

/** The newest lines of a log; those that are no JSON as texts. */
export function logLines(file: string): (object | string)[] {
  return tailOf(file)
    .split('\n')
    .filter(line => line !== '')
    .map(line => objectOrUndefined(line) ?? line)
}

function objectOrUndefined(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Without the first line, where it may have been cut off. */
function tailOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(size, mostLogBytes))
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.subarray(0, read).toString('utf8')
    return size > mostLogBytes ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    closeSync(handle)
  }
}

const metricsMs = 3000
const mostMetrics = 4 * 1024 * 1024

/** The metrics of the bridge that runs; undefined where none answers. */
export async function metricsOf(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://${address.replace(/^0\.0\.0\.0:/, '127.0.0.1:')}/metrics`, {
      signal: AbortSignal.timeout(metricsMs),
      redirect: 'error'
    })
    return answer.ok ? (await answer.text()).slice(0, mostMetrics) : undefined
  } catch {
    return undefined
  }
}

export function cleanMetrics(text: string, cleaner: Cleaner): string {
  return text.replace(/(\w+)="((?:[^"\\]|\\.)*)"/g, (_all, label: string, value: string) =>
    label === 'bridge' ? 'bridge="[name]"' : `${label}="${String(cleaner.value(value, label))}"`
  )
}
