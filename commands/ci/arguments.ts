/** The arguments of `ci` beside the settings of the bridge. */
import { ConfigError } from '../../config/config.ts'
import { editions } from '../../tools/clean-core/catalogue.ts'
import { levels, stepNames } from '../../tools/pipeline/index.ts'
import type { Level, PipelinePlan, StepName } from '../../tools/pipeline/index.ts'
import { formats } from './reports/index.ts'
import type { Format } from './reports/index.ts'

export interface ReportWish {
  readonly format: Format
  /** `-` is the standard output. */
  readonly file: string
}

export interface CiArguments {
  readonly plan: Omit<PipelinePlan, 'baseline' | 'production'>
  readonly failOn: Level | 'never'
  readonly reports: readonly ReportWish[]
  readonly baseline: string | undefined
  readonly writeBaseline: string | undefined
  /** Folder with the files of the objects. */
  readonly repository: string | undefined
  /** Service key of a communication user. */
  readonly communicationKey: string | undefined
  /** Flags of the bridge. */
  readonly settings: readonly string[]
}

const valued = [
  '--transport',
  '--package',
  '--software-component',
  '--objects',
  '--since',
  '--variant',
  '--preset',
  '--edition',
  '--affected',
  '--baseline',
  '--write-baseline',
  '--fail-on',
  '--repository',
  '--report',
  '--communication-key'
] as const
type Valued = (typeof valued)[number]

interface Given {
  readonly values: ReadonlyMap<Valued, readonly string[]>
  readonly switches: ReadonlySet<string>
  readonly settings: readonly string[]
}

const communicationUser = '--communication-user'
const switches = ['--only-changed', communicationUser, ...stepNames.map(name => `--no-${name}`)]
/** Every flag of the command. */
export const ownFlags: readonly string[] = [...valued, ...switches]

const presets = ['default', 'strict', 'security', 'cloud'] as const
const usualLevels = 2
const mostLevels = 4

/** @throws ConfigError with every mistake */
export function readArguments(argv: readonly string[]): CiArguments {
  const given = split(argv)
  const problems: string[] = []
  const one = (flag: Valued) => {
    const values = given.values.get(flag) ?? []
    if (values.length > 1) problems.push(`${flag} is given twice`)
    return values.at(-1)
  }
  const choice = <T extends string>(flag: Valued, allowed: readonly T[]): T | undefined => {
    const value = one(flag)
    const found = allowed.find(each => each === value)
    if (value !== undefined && found === undefined) {
      problems.push(`${flag} is ${allowed.join(', ')}, not ${JSON.stringify(value.slice(0, 40))}`)
    }
    return found
  }
  const subject = subjectOf(one, problems)
  const communicationKey = one('--communication-key')
  const result = {
    plan: {
      ...subject,
      off: new Set(stepNames.filter(name => given.switches.has(`--no-${name}`))),
      variant: one('--variant'),
      preset: choice('--preset', presets),
      edition: choice('--edition', editions),
      affected: affectedOf(one('--affected'), subject.transport !== undefined, problems),
      onlyChanged: given.switches.has('--only-changed'),
      communicationUser: communicationKey !== undefined || given.switches.has(communicationUser)
    },
    communicationKey,
    failOn: choice('--fail-on', [...levels, 'never'] as const) ?? 'error',
    reports: reportsOf(given.values.get('--report') ?? [], problems),
    baseline: one('--baseline'),
    writeBaseline: one('--write-baseline'),
    repository: one('--repository'),
    settings: given.settings
  }
  problems.push(...contradictions(result))
  if (problems.length > 0) {
    throw new ConfigError([...problems, 'erp-bridge ci --help shows all arguments'])
  }
  return result
}

function split(argv: readonly string[]): Given {
  const values = new Map<Valued, string[]>()
  const found = new Set<string>()
  const settings: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    const [name = ''] = argument.split('=', 1)
    const flag = valued.find(each => each === name)
    if (switches.includes(argument)) found.add(argument)
    else if (flag === undefined) settings.push(argument)
    else {
      const value = argument === flag ? argv[++at] : argument.slice(flag.length + 1)
      if (value === undefined || value === '' || value.startsWith('--')) {
        throw new ConfigError([`${flag} needs a value; erp-bridge ci --help shows it`])
      }
      values.set(flag, [...(values.get(flag) ?? []), value])
    }
  }
  return { values, switches: found, settings }
}

type Subject = Pick<
  PipelinePlan,
  'transport' | 'package' | 'softwareComponent' | 'objects' | 'since'
>

function subjectOf(one: (flag: Valued) => string | undefined, problems: string[]): Subject {
  const transport = one('--transport')?.toUpperCase()
  const packageName = one('--package')?.toUpperCase()
  const softwareComponent = one('--software-component')?.toUpperCase()
  const list = one('--objects')
  const since = one('--since')
  const count = [transport, packageName, softwareComponent, list].filter(
    value => value !== undefined
  ).length
  if (count !== 1) {
    problems.push(
      count === 0 && since !== undefined
        ? '--since needs --package: a system lists changes by package'
        : `give ${count === 0 ? 'one' : 'only one'} of --transport, --package and --objects`
    )
  } else if (since !== undefined && packageName === undefined) {
    problems.push('--since belongs to --package')
  }
  const objects = list === undefined ? undefined : list.split(',').flatMap(objectOf)
  if (objects?.length === 0) problems.push('--objects names no object')
  return { transport, package: packageName, softwareComponent, objects, since }
}

/** `CLAS:ZCL_DEMO`, or the name alone. */
function objectOf(text: string): { type?: string; name: string }[] {
  const [first = '', second] = text
    .trim()
    .toUpperCase()
    .split(/[:\s]+/)
  if (first === '') return []
  return [second === undefined ? { name: first } : { type: first, name: second }]
}

function affectedOf(
  value: string | undefined,
  isRequest: boolean,
  problems: string[]
): number | undefined {
  if (value === undefined) return isRequest ? usualLevels : undefined
  const levelsOf = /^\d$/.test(value) ? Number(value) : -1
  if (levelsOf < 0 || levelsOf > mostLevels) {
    problems.push(`--affected is a number from 0 to ${mostLevels}`)
  }
  return levelsOf <= 0 ? undefined : levelsOf
}

function reportsOf(values: readonly string[], problems: string[]): ReportWish[] {
  const files = new Set<string>()
  return values.flatMap(value => {
    const at = value.indexOf('=')
    const format = formats.find(each => each === value.slice(0, Math.max(0, at)))
    const file = value.slice(at + 1)
    if (format === undefined || file === '') {
      problems.push(
        `--report is FORMAT=FILE with one of ${formats.join(', ')}, not ${JSON.stringify(value.slice(0, 60))}`
      )
      return []
    }
    if (files.has(file)) problems.push(`--report names ${file} twice`)
    files.add(file)
    return [{ format, file }]
  })
}

/** A communication user reads neither requests nor objects nor versions. */
function unattendedContradictions(plan: CiArguments['plan']): string[] {
  const { communicationUser: isUnattended = false, softwareComponent, transport } = plan
  if (!isUnattended) {
    return softwareComponent === undefined
      ? []
      : [`--software-component belongs to ${communicationUser}; a developer names --package`]
  }
  const readable = transport ?? plan.objects ?? plan.since
  return [
    ...(readable === undefined
      ? []
      : [`a communication user checks a --package or a --software-component as a whole`]),
    ...(plan.affected === undefined || transport !== undefined
      ? []
      : ['--affected: a communication user cannot find the users of an object']),
    ...(plan.preset === undefined ? [] : ['--preset: a communication user cannot read sources'])
  ]
}

function contradictions({ plan, baseline, writeBaseline, reports }: CiArguments): string[] {
  const problems = unattendedContradictions(plan)
  if (stepNames.every(name => plan.off.has(name as StepName))) {
    problems.push('every check is switched off')
  }
  const compares = plan.transport !== undefined || plan.since !== undefined
  if (plan.onlyChanged && !compares && baseline === undefined) {
    problems.push(
      '--only-changed needs --transport, --since or --baseline: without them nothing says what changed'
    )
  }
  if (writeBaseline !== undefined && baseline !== undefined && writeBaseline !== baseline) {
    problems.push(
      '--write-baseline writes all findings: leave --baseline out, or name the same file'
    )
  }
  if (writeBaseline === '-' || baseline === '-') problems.push('a baseline is a file, not -')
  if (writeBaseline !== undefined && reports.some(({ file }) => file === writeBaseline)) {
    problems.push(`--report and --write-baseline name the same file`)
  }
  return problems
}
