/** Reads and checks a landscape file: systems, and transport routes between them. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fieldProblems, routeFields, systemFields, topFields } from './fields.ts'
import type { Json } from './fields.ts'
import type { SystemRole } from '../identity.ts'
import type { Release } from '../releases.ts'
import { relationProblems } from './relations.ts'
import type { ImportMode, Landscape, LandscapeRoute, LandscapeSystem } from './types.ts'

export type { ImportMode, Landscape, LandscapeRoute, LandscapeSystem } from './types.ts'

/** The file is not valid; every mistake is one problem. */
export class LandscapeError extends Error {
  override readonly name = 'LandscapeError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

function isRecord(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(text: string): Readonly<Record<string, Json>> {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    throw new LandscapeError([`the file is not JSON (${(error as Error).message}); correct it`])
  }
  if (isRecord(value)) return value
  throw new LandscapeError([
    'the file is no JSON object; give { "systems": { … }, "routes": [ … ] }'
  ])
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface Source {
  /** The folder that paths of the file are relative to. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

function passwordOf(value: Json | undefined, { env }: Source): Pick<LandscapeSystem, 'password'> {
  const password = isRecord(value) ? env[asText(value['env']) ?? ''] : asText(value)
  return password === undefined ? {} : { password }
}

function dataDirOf(
  name: string,
  given: { readonly own: string | undefined; readonly common: string | undefined },
  { folder }: Source
): Pick<LandscapeSystem, 'dataDir'> {
  if (given.own !== undefined) return { dataDir: resolve(folder, given.own) }
  return given.common === undefined ? {} : { dataDir: resolve(folder, given.common, name) }
}

function seedOf(seed: string | undefined, { folder }: Source): Pick<LandscapeSystem, 'seed'> {
  if (seed === undefined || seed === 'demo') return {}
  return { seed: seed === 'empty' ? seed : resolve(folder, seed) }
}

function librariesOf(
  value: Json | undefined,
  { folder }: Source
): Pick<LandscapeSystem, 'libraries'> {
  if (!Array.isArray(value)) return {}
  return { libraries: value.map(each => resolve(folder, String(each))) }
}

function toSystem(
  [name, fields]: readonly [string, Readonly<Record<string, Json>>],
  common: string | undefined,
  source: Source
): LandscapeSystem {
  const role = fields['role'] as SystemRole
  const release = fields['release'] as Release | undefined
  return {
    name,
    sid: asText(fields['sid']) ?? '',
    role,
    title: asText(fields['title']) ?? name,
    client: asText(fields['client']) ?? '001',
    port: typeof fields['port'] === 'number' ? fields['port'] : 0,
    user: asText(fields['user'])?.toUpperCase() ?? 'DEVELOPER',
    ...passwordOf(fields['password'], source),
    ...dataDirOf(name, { own: asText(fields['dataDir']), common }, source),
    ...seedOf(asText(fields['seed']), source),
    ...librariesOf(fields['libraries'], source),
    ...(release === undefined ? {} : { release }),
    modifiable:
      fields['modifiable'] === undefined ? role === 'development' : fields['modifiable'] === true,
    versionsAtImport: fields['versionsAtImport'] === true
  }
}

function toRoute(fields: Readonly<Record<string, Json>>): LandscapeRoute {
  return {
    from: asText(fields['from']) ?? '',
    to: asText(fields['to']) ?? '',
    import: (asText(fields['import']) ?? 'manual') as ImportMode
  }
}

/** The landscape that a text describes. Throws LandscapeError with every mistake. */
export function parseLandscape(text: string, source: Source): Landscape {
  const top = parsed(text)
  const systems = isRecord(top['systems']) ? Object.entries(top['systems']) : []
  const routes = Array.isArray(top['routes']) ? top['routes'] : []
  const context = { env: source.env }
  const problems = [
    ...fieldProblems('the landscape', top, { fields: topFields, ...context }),
    ...systems.flatMap(([name, value]) =>
      fieldProblems(`system ${name}`, value, { fields: systemFields, ...context })
    ),
    ...routes.flatMap((value, index) =>
      fieldProblems(`route ${index + 1}`, value, { fields: routeFields, ...context })
    )
  ]
  const landscape: Landscape = {
    host: asText(top['host']) ?? '127.0.0.1',
    systems: systems.flatMap(([name, value]) =>
      isRecord(value) ? [toSystem([name, value], asText(top['dataDir']), source)] : []
    ),
    routes: routes.filter(isRecord).map(toRoute)
  }
  const all = [...problems, ...relationProblems(landscape)]
  if (all.length > 0) throw new LandscapeError(all)
  return landscape
}

/** Reads a landscape file. Throws LandscapeError with every mistake. */
export function readLandscape(file: string, env: Source['env']): Landscape {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new LandscapeError([
      `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); give the path of a landscape file`
    ])
  }
  return parseLandscape(text, { folder: dirname(resolve(file)), env })
}
