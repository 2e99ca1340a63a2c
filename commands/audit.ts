/**
 * `erp-bridge audit`: whether files of the audit are as the bridge wrote them, and their lines in
 * other formats.
 */
import { parseArgs } from 'node:util'
import { findingKinds } from '../audit/verify/report.ts'
import type { AuditReport, Finding, FindingKind } from '../audit/verify/report.ts'
import { readAnchors, verifyFiles } from '../audit/verify/verify-files.ts'
import { ConfigError } from '../config/config.ts'
import { convert, convertHelp } from './audit/convert.ts'
import { keysOf, reading } from './audit/files.ts'
import type { CommandIo } from './command.ts'
import { runErase } from './persons/erase.ts'
import { runExport } from './persons/export.ts'

const help = `Usage: erp-bridge audit verify FILE... [--key-file FILE]... [--anchors FILE]... [--log] [--allow-earlier] [--allow-unended] [--json]
       erp-bridge audit export --identity NAME    The records of one person (audit export --help)
       erp-bridge audit erase --identity NAME     Makes them anonymous (audit erase --help)

Says whether the lines of the audit are as the bridge wrote them: none altered, removed, inserted or moved. Give rotated files unpacked, oldest first.

  --key-file FILE   State keys, one a line, also those before a change of the key (default: ERP_STATE_KEY or ERP_STATE_KEY_FILE)
  --anchors FILE    Ends of chains, from --audit-anchors of the bridge or from its log: shows lines that were cut off at the end
  --log             FILE is the log of the bridge; lines that are not of the audit count for nothing
  --allow-earlier   Chains may begin in files that are not given
  --allow-unended   Chains may lack their end, because a bridge runs or was killed
  --json            The report as JSON

Findings:
${Object.entries(findingKinds)
  .map(([kind, words]) => `  ${kind.padEnd(10)} ${words}`)
  .join('\n')}

Exit code 0 only where nothing is found, 1 with findings, 2 where it cannot be verified. Changes without an outcome are listed, and are no finding.

${convertHelp}`

const codes = { intact: 0, findings: 1, usage: 2 } as const
const mostShown = 200

type Verb = (argv: readonly string[], io: CommandIo) => Promise<number>

/** About one person; they take the settings of the bridge. */
const personVerbs: Readonly<Record<string, Verb>> = { export: runExport, erase: runErase }

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = argv
  const ofPerson = Object.hasOwn(personVerbs, verb ?? '') ? personVerbs[verb ?? ''] : undefined
  const isHelp = rest.concat(verb ?? '--help').some(word => word === '--help' || word === '-h')
  if (ofPerson === undefined && isHelp) {
    io.say(help)
    return verb === undefined ? codes.usage : codes.intact
  }
  try {
    if (ofPerson !== undefined) return await ofPerson(rest, io)
    if (verb === 'verify') return await verify(optionsOf(rest), io)
    if (verb === 'convert') return await reading([], async () => await convert(rest, io))
    throw new ConfigError([
      `audit has no ${JSON.stringify(verb)}; it may be verify, convert, export or erase`
    ])
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) io.warn(`${problem} (see erp-bridge audit --help)`)
    return codes.usage
  }
}

const flags = {
  'key-file': { type: 'string', multiple: true },
  anchors: { type: 'string', multiple: true },
  log: { type: 'boolean' },
  'allow-earlier': { type: 'boolean' },
  'allow-unended': { type: 'boolean' },
  json: { type: 'boolean' }
} as const

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    throw new ConfigError([(error as Error).message.replace(/\.$/, '')])
  }
}

async function verify(
  { values, positionals: files }: ReturnType<typeof optionsOf>,
  io: CommandIo
): Promise<number> {
  if (files.length === 0) throw new ConfigError(['give the files of the audit, oldest first'])
  const keys = keysOf(values['key-file'] ?? [], io.env)
  if (keys.length === 0) {
    throw new ConfigError([
      'no key: give the state key of the bridge with ERP_STATE_KEY, ERP_STATE_KEY_FILE or --key-file'
    ])
  }
  const report = await reading(files, async () => {
    const anchors = await readAnchors(values.anchors ?? [])
    if (values.anchors !== undefined && anchors.length === 0) {
      throw new ConfigError([`${values.anchors.join(', ')} has no anchors`])
    }
    return await verifyFiles(files, {
      keys,
      anchors,
      isLog: values.log === true,
      allowEarlier: values['allow-earlier'] === true,
      allowUnended: values['allow-unended'] === true
    })
  })
  if (report.lines === 0) throw new ConfigError([`${files.join(', ')} has no line of the audit`])
  if (values.json === true) io.say(JSON.stringify(report, null, 2))
  else for (const line of linesOf(report)) io.say(line)
  return report.intact ? codes.intact : codes.findings
}

function linesOf({ lines, writers, findings, stopped, anchors, ...report }: AuditReport): string[] {
  const { intact, unknownOutcomes } = report
  const counted = `${lines} lines, ${writers.length === 1 ? 'one chain' : `${writers.length} chains`}${anchors === 0 ? '' : `, ${anchors} anchors`}`
  const shown = findings.slice(0, mostShown).map(findingLine)
  const more = findings.length - shown.length
  return [
    ...shown,
    ...(more === 0 ? [] : [`and ${more} findings more; --json lists them`]),
    ...unknownOutcomes.map(({ file, line, words }) => `${file}:${line}: outcome unknown: ${words}`),
    ...(stopped ? ['There are too many findings; the rest was not read.'] : []),
    intact ? `intact: ${counted}` : `NOT intact: ${counted}, ${summaryOf(findings)}`
  ]
}

function findingLine({ kind, file, line, writer, detail }: Finding): string {
  const place = file === '' ? '' : `${file}:${line}: `
  return `${place}${kind}: ${detail}${writer === undefined ? '' : ` (chain ${writer})`}`
}

function summaryOf(findings: readonly Finding[]): string {
  const counts = new Map<FindingKind, number>()
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
}
