/** Reads a systems file: several ERP systems, each with the settings of the table that concern one. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { check } from './check.ts'
import { unreadable } from './files.ts'
import type { Environment } from './findings.ts'
import { assertUniqueNames, isRecord } from './json-text.ts'
import { systemNamePattern, systemRoles, systemTitlePattern } from './landscape.ts'
import type { Landscape, SystemEntry, SystemRole } from './landscape.ts'
import { didYouMean } from './near-names.ts'
import { originsOf } from './origins.ts'
import { restricted } from './server-filters.ts'
import type { ServerFilters } from './server-filters.ts'
import { applyPreset } from './presets.ts'
import type { Rule } from './rules.ts'
import { serverConfigOf, setting, systemConfigOf, systemSettingNames } from './settings.ts'
import type { Naming, SettingName, Settings } from './settings.ts'

/** What holds for all systems of a file. */
export interface FileContext {
  readonly path: string
  /** The settings of the server, for rules that need both. */
  readonly server: Settings
  /** Settings that hold where a system does not give them. */
  readonly defaults: ReadonlyMap<SettingName, unknown>
  readonly filters: ServerFilters
  readonly rules: readonly Rule[]
  /** Undefined: references to variables are refused, because a host program gives none. */
  readonly env: Environment | undefined
}

/** What a file says: the systems, and the files that they depend on. */
export interface FileContent {
  readonly landscape: Omit<Landscape, 'file'>
  readonly sources: readonly string[]
}

/**
 * Mistakes within one system make that system faulty and leave the others alone.
 * @throws Error with `problems`, where the text is not a systems file or no system can be served
 */
export function readSystemsFile(context: FileContext): FileContent | { problems: string[] } {
  const { path } = context
  const root = rootOf(path)
  if (typeof root === 'string') return { problems: [root] }
  const { $schema: _schema, default: wanted, systems, ...rest } = root
  const problems = Object.keys(rest).map(
    name =>
      `${path} has an unknown member ${JSON.stringify(name)}${didYouMean(name, ['default', 'systems'])}`
  )
  if (!isRecord(systems) || Object.keys(systems).length === 0) {
    return { problems: [...problems, `${path} has no "systems": an object of name and settings`] }
  }
  const names = Object.keys(systems)
  problems.push(...nameProblems(path, names))
  const defaultSystem = wanted ?? (names.length === 1 ? names[0] : undefined)
  if (typeof defaultSystem !== 'string' || !names.includes(defaultSystem)) {
    problems.push(
      `${path} has no "default": the name of the system that /mcp serves, one of ${names.join(', ')}`
    )
  }
  if (problems.length > 0) return { problems }
  const sources = new Set([path])
  const entries = names.map(name => readEntry(context, { name, value: systems[name], sources }))
  if (entries.every(({ settings }) => settings === undefined)) {
    return { problems: entries.flatMap(({ faults }) => faults) }
  }
  return {
    landscape: {
      defaultSystem: String(defaultSystem),
      systems: new Map(entries.map(entry => [entry.name, entry]))
    },
    sources: [...sources]
  }
}

/** The object of the file, or what is wrong with it. */
function rootOf(path: string): Record<string, unknown> | string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return unreadable(path, error)
  }
  try {
    const value: unknown = JSON.parse(text)
    assertUniqueNames(text)
    return isRecord(value) ? value : `${path} is not a JSON object with "systems"`
  } catch (error) {
    // The text of a syntax error quotes the file, which may hold a secret by mistake.
    return error instanceof SyntaxError
      ? `${path} is not valid JSON${positionOf(error)}`
      : `${path} ${(error as Error).message}`
  }
}

function positionOf({ message }: SyntaxError): string {
  const [, place] = /\((line \d+ column \d+)\)/.exec(message) ?? []
  return place === undefined ? '' : `, ${place}`
}

function nameProblems(path: string, names: readonly string[]): string[] {
  const pattern = new RegExp(systemNamePattern)
  return names
    .filter(name => !pattern.test(name))
    .map(
      name =>
        `${path}: ${JSON.stringify(name.slice(0, 64))} is no name of a system; give up to 32 lower-case letters, digits and hyphens`
    )
}

interface RawEntry {
  readonly name: string
  readonly value: unknown
  /** Receives the files that the entry depends on. */
  readonly sources: Set<string>
}

function readEntry(context: FileContext, { name, value, sources }: RawEntry): SystemEntry {
  const faults: string[] = []
  const naming: Naming = member => `system ${name}: ${member}`
  if (!isRecord(value)) {
    return { name, settings: undefined, faults: [`system ${name} is not a JSON object`] }
  }
  const { title, role, ...members } = value
  const facts = factsOf(name, { title, role }, faults)
  const raw = new Map(context.defaults)
  const files: string[] = []
  for (const [member, given] of Object.entries(members)) {
    readMember({ ...context, naming, raw, faults, sources, files }, member, given)
  }
  const isReadOnlyByRole =
    !raw.has('readOnly') && (facts.role === 'test' || facts.role === 'production')
  if (isReadOnlyByRole) raw.set('readOnly', true)
  applyPreset(raw)
  const rules = context.rules.map(
    (rule): Rule =>
      (own, title) =>
        // Nothing of a system that stands beside the file may count for this one.
        rule({ ...serverConfigOf(context.server), ...systemConfigOf(own) }, title)
  )
  const own = systemConfigOf(check({ raw, problems: faults, warnings: [] }, naming, rules))
  if (faults.length > 0) return { name, ...facts, settings: undefined, faults }
  const { filters: server } = context
  const settings = restricted(own, server)
  const origins = originsOf({ own, server, inForce: settings, isReadOnlyByRole })
  const digest = files.length === 0 ? {} : { filesDigest: digestOf(files) }
  return { name, ...facts, settings, origins, ...digest, faults }
}

/** A file that cannot be read is reported where it is used. */
function digestOf(files: readonly string[]): string {
  const digest = createHash('sha256')
  for (const file of files) {
    try {
      digest.update(readFileSync(file))
    } catch {
      digest.update('absent')
    }
  }
  return digest.digest('hex')
}

function factsOf(
  name: string,
  { title, role }: { title: unknown; role: unknown },
  faults: string[]
): { title?: string; role?: SystemRole } {
  const isTitle = typeof title === 'string' && new RegExp(systemTitlePattern, 'u').test(title)
  if (title !== undefined && !isTitle) {
    faults.push(`system ${name}: title is no text of up to 80 printable characters`)
  }
  const known = systemRoles.find(one => one === role)
  if (role !== undefined && known === undefined) {
    faults.push(`system ${name}: role is not one of ${systemRoles.join(', ')}`)
  }
  return { ...(isTitle ? { title } : {}), ...(known === undefined ? {} : { role: known }) }
}

interface MemberContext extends FileContext {
  readonly naming: Naming
  readonly raw: Map<SettingName, unknown>
  readonly faults: string[]
  readonly sources: Set<string>
  /** Receives the files that the system reads only when it opens. */
  readonly files: string[]
}

function readMember(context: MemberContext, member: string, value: unknown): void {
  const { path, raw, faults, sources, files } = context
  const name = systemSettingNames.find(one => one === member)
  const fileOf = systemSettingNames.find(
    one => `${one}File` === member && setting(one).writeOnly === true
  )
  if (name === undefined && fileOf === undefined) {
    faults.push(`${context.naming(member as SettingName)} is unknown${nearMember(member)}`)
  } else if (fileOf !== undefined) {
    addSecret(context, fileOf, secretOf(context, { member, value }))
  } else if (name !== undefined && setting(name).writeOnly === true) {
    addSecret(context, name, variableOf(context, { member, value }))
  } else if (name !== undefined) {
    const isPath =
      typeof value === 'string' && value.trim() !== '' && isFileSetting(setting(name).value, value)
    const isFolder =
      typeof value === 'string' && value.trim() !== '' && setting(name).value === 'DIR'
    const given = isPath || isFolder ? resolve(dirname(path), value) : value
    if (isPath) sources.add(String(given))
    if (isPath && setting(name).followed !== true) files.push(String(given))
    raw.set(name, given)
  }
}

/** @param secret undefined where `faults` says why it cannot be read */
function addSecret(
  { raw, faults, naming }: MemberContext,
  name: SettingName,
  secret: string | undefined
): void {
  if (raw.has(name)) faults.push(`${naming(name)} is given twice; keep one`)
  // It counts as given: that it is missing as well would be a second fault for one mistake.
  raw.set(name, secret ?? 'secret=unread')
}

/** Settings that take JSON or a file hold JSON where they begin with a brace. */
function isFileSetting(kind: string | undefined, value: string): boolean {
  return kind === 'FILE' || (kind === 'JSON|FILE' && !value.trimStart().startsWith('{'))
}

interface Member {
  readonly member: string
  readonly value: unknown
}

function secretOf(context: MemberContext, { member, value }: Member): string | undefined {
  const { path, faults, naming, sources } = context
  const title = naming(member as SettingName)
  if (typeof value !== 'string' || value.trim() === '') {
    faults.push(`${title} is no path of a file`)
    return undefined
  }
  const file = resolve(dirname(path), value)
  sources.add(file)
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (secret !== '') return secret
    faults.push(`${title}: the file ${file} is empty; put the secret into it`)
  } catch (error) {
    faults.push(`${title}: ${unreadable(file, error)}`)
  }
  return undefined
}

function variableOf({ faults, naming, env }: MemberContext, { member, value }: Member) {
  const title = naming(member as SettingName)
  const variable = isRecord(value) ? value['env'] : undefined
  if (typeof variable !== 'string' || Object.keys(value as object).length !== 1) {
    faults.push(
      `${title} is a secret and does not stand in the file; give { "env": "NAME" }, or ${member}File with the path of a file`
    )
    return undefined
  }
  const secret = env?.[variable]
  if (secret !== undefined && secret !== '') return secret
  faults.push(
    env === undefined
      ? `${title}: this program passes no environment to the bridge; give ${member}File`
      : `${title}: the variable ${variable} is ${secret === '' ? 'empty' : 'not set'}; set it, or give ${member}File`
  )
  return undefined
}

function nearMember(member: string): string {
  const secrets = systemSettingNames.filter(name => setting(name).writeOnly === true)
  return didYouMean(member, [
    'title',
    'role',
    ...systemSettingNames,
    ...secrets.map(name => `${name}File`)
  ])
}
