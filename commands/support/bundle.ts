/** `erp-bridge support-bundle`: what a report of a fault needs, without secrets and names of a customer. */
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '../../config/config.ts'
import type { Config } from '../../config/config.ts'
import { registerConfigSecrets, registerStartSecrets } from '../../config/known-secrets.ts'
import { createSecrets } from '../../config/secrets.ts'
import type { CommandIo } from '../command.ts'
import { createCleaner } from './cleaner.ts'
import type { Cleaner } from './cleaner.ts'
import {
  aboutProgram,
  cleanFeatures,
  cleanMetrics,
  doctorFindings,
  featuresOf,
  logLines,
  metricsOf
} from './collect.ts'
import type { SystemFeatures } from './collect.ts'
import { settingsOf } from './settings.ts'
import type { Given } from './settings.ts'
import { tarGz } from './tar.ts'
import type { BundleFile } from './tar.ts'

const help = `Usage: erp-bridge support-bundle [--out FILE] [--print] [--offline] [--log-file FILE]... [--verify-file FILE] [settings of the bridge, or their variables]

Writes one archive (tar.gz) with the version, the platform, the settings with their origins, the findings of doctor, the features of each system, and
where they are given or can be reached log lines, metrics and the result of verify. Secrets are removed; hosts, users, systems and names of objects are
replaced, the same name by the same one within a bundle. Texts of settings show their form alone.

  --out FILE          The archive (default: erp-bridge-support-<time>.tar.gz here); an existing file is not replaced
  --print             Shows what would be in it, and writes nothing
  --offline           Asks neither the ERP nor identity providers nor the bridge that runs
  --log-file FILE     A log of the bridge: its last 2 MiB
  --verify-file FILE  The JSON of erp-bridge verify

Look through the archive before you hand it on.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const own = readOwn(argv)
  if (own.isHelp) {
    io.say(help)
    return 0
  }
  const secrets = io.secrets ?? createSecrets()
  registerStartSecrets(secrets, own.flags, io.env)
  const cleaner = createCleaner(secrets.redact)
  const files = await collect(own, { ...io, secrets }, cleaner)
  if (own.isPrint) {
    for (const { name, text } of files) io.say(`== ${name}\n${text}\n`)
    return 0
  }
  const now = new Date()
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '')
  const out = own.out ?? join(io.folder ?? '.', `erp-bridge-support-${stamp}.tar.gz`)
  write(out, tarGz(files, Math.floor(now.getTime() / 1000)))
  io.say(`${out}: ${files.map(({ name }) => name.replace(/^.*\//, '')).join(', ')}`)
  return 0
}

interface Own {
  readonly isHelp: boolean
  readonly isPrint: boolean
  readonly isOffline: boolean
  readonly out: string | undefined
  readonly logFiles: readonly string[]
  readonly verifyFile: string | undefined
  /** Settings of the bridge. */
  readonly flags: readonly string[]
}

/** The settings are gathered with whatever is wrong with them: a fault of them is what is reported. */
async function collect(own: Own, io: CommandIo, cleaner: Cleaner): Promise<BundleFile[]> {
  const { flags, isOffline } = own
  for (const name of [userInfo().username, io.env['USER'] ?? '']) cleaner.learn('user', name)
  cleaner.learn('host', hostname())
  const problems: string[] = []
  const config = configOf(flags, io, problems)
  if (config !== undefined) learnSettings(config, cleaner)
  else learnSystemsFile(flags, io.env, cleaner)
  const { adminAddr } = config ?? {}
  const raw: Raw = {
    about: aboutProgram(io),
    config,
    problems,
    logs: own.logFiles.map(file => logLines(readable(file))),
    verified: own.verifyFile === undefined ? undefined : jsonIn(own.verifyFile),
    findings: isOffline ? undefined : await doctorFindings(flags, io),
    features: config && (await featuresOf(config, { flags, io, isOffline })),
    metrics: isOffline || adminAddr === undefined ? undefined : await metricsOf(adminAddr)
  }
  const announced = raw.features?.map(one => one.announced)
  cleaner.learnFrom([raw.logs, raw.verified, raw.findings, announced])
  const given = { flags, env: io.env }
  // A text teaches names that stand in what was cleaned before it.
  cleanFiles(raw, given, cleaner)
  return cleanFiles(raw, given, cleaner)
}

interface Raw {
  readonly about: object
  readonly config: Config | undefined
  readonly problems: readonly string[]
  readonly logs: readonly (readonly (object | string)[])[]
  readonly verified: unknown
  readonly findings: unknown
  readonly features: readonly SystemFeatures[] | undefined
  readonly metrics: string | undefined
}

function cleanFiles(raw: Raw, given: Given, cleaner: Cleaner): BundleFile[] {
  const { about, config, problems, logs, verified, findings, features, metrics } = raw
  const parts: Record<string, unknown> = {
    'about.json': { ...about, problems: problems.map(cleaner.text) },
    'settings.json': config && settingsOf(config, given, cleaner),
    'doctor.json': findings && cleaner.value(findings),
    'features.json': features?.map(one => cleanFeatures(one, cleaner)),
    'verify.json': verified && cleaner.value(verified),
    'metrics.txt': metrics && cleanMetrics(metrics, cleaner)
  }
  const lines = logs.map(log =>
    log
      .map(line =>
        typeof line === 'string' ? cleaner.text(line) : JSON.stringify(cleaner.value(line))
      )
      .join('\n')
  )
  return [
    ...Object.entries(parts).flatMap(([name, part]) =>
      part === undefined ? [] : [fileOf(name, part)]
    ),
    ...lines.map((text, at) => fileOf(`log-${at + 1}.jsonl`, text))
  ]
}

function fileOf(name: string, part: unknown): BundleFile {
  const text = typeof part === 'string' ? part : JSON.stringify(part, null, 2)
  return { name: `erp-bridge-support/${name}`, text: `${text}\n` }
}

function configOf(flags: readonly string[], io: CommandIo, problems: string[]): Config | undefined {
  try {
    const { config, warnings } = loadConfig(flags, io.env)
    problems.push(...warnings)
    if (io.secrets !== undefined) registerConfigSecrets(io.secrets, config)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

/** What settings name: systems, their titles, users and hosts. */
function learnSettings(config: Config, cleaner: Cleaner): void {
  const values: object[] = [config]
  for (const { name, title, settings } of config.landscape.systems.values()) {
    cleaner.system(name)
    if (title !== undefined) cleaner.learn('name', title)
    if (settings !== undefined) values.push(settings)
  }
  for (const value of values.flatMap(all => Object.entries(all) as [string, unknown][])) {
    const [name, given] = value
    for (const text of [given].flat()) {
      if (typeof text !== 'string') continue
      if (URL.canParse(text)) cleaner.learn('host', text)
      else if (/user$|terminalId|contact|audience|clientId/i.test(name)) cleaner.learn('user', text)
      else if (/hosts?$|addr$/i.test(name)) cleaner.learn('host', text)
    }
  }
}

/** A systems file with mistakes has the names that its messages quote. */
function learnSystemsFile(flags: readonly string[], env: CommandIo['env'], cleaner: Cleaner): void {
  const at = flags.findIndex(flag => flag.startsWith('--systems-file'))
  const file = flags[at]?.split(/=(.*)/s)[1] ?? (at < 0 ? env['ERP_SYSTEMS_FILE'] : flags[at + 1])
  try {
    const content: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'))
    const { systems = {} } = content as { readonly systems?: object }
    for (const name of Object.keys(systems)) cleaner.system(name)
    cleaner.learnFrom(content)
  } catch {
    // A file that cannot be read has given no names to any message.
  }
}

function readOwn(argv: readonly string[]): Own {
  const switches = ['--print', '--offline', '--help', '-h']
  const valued = ['--out', '--log-file', '--verify-file']
  const values = new Map<string, string[]>(valued.map(name => [name, []]))
  const flags: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    const [name = '', joined] = word.split(/=(.*)/s)
    if (switches.includes(word)) continue
    const taken = values.get(name)
    if (taken === undefined) flags.push(word)
    else {
      const value = joined ?? argv[++at]
      if (value === undefined || value === '' || value.startsWith('--')) {
        throw new ConfigError([`${name} needs a file (see erp-bridge support-bundle --help)`])
      }
      taken.push(value)
    }
  }
  return {
    isHelp: argv.includes('--help') || argv.includes('-h'),
    isPrint: argv.includes('--print'),
    isOffline: argv.includes('--offline'),
    out: values.get('--out')?.at(-1),
    logFiles: values.get('--log-file') ?? [],
    verifyFile: values.get('--verify-file')?.at(-1),
    flags
  }
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(readable(file), 'utf8'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`${file} is no JSON; give the output of erp-bridge verify --json`])
  }
}

function readable(file: string): string {
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch (error) {
    throw new ConfigError([
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    ])
  }
}

function write(file: string, bytes: Buffer): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const what =
      code === 'EEXIST' ? 'is there already; give another --out' : `cannot be written (${code})`
    throw new ConfigError([`${file} ${what}`])
  }
}
