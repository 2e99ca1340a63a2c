/** `erp-bridge inventory`: which endpoints of the ERP who used how often, from the audit. */
import { parseArgs } from 'node:util'
import { callerFields, Inventory } from '../audit/inventory/count.ts'
import type { CallerField, InventoryOptions } from '../audit/inventory/count.ts'
import { remarksOf, writeInventory } from '../audit/inventory/write.ts'
import type { InventoryForm, InventoryReport } from '../audit/inventory/write.ts'
import { AuditVerifier } from '../audit/verify/verifier.ts'
import { readAnchors } from '../audit/verify/verify-files.ts'
import { ConfigError } from '../config/config.ts'
import { visible } from '../erp-client/index.ts'
import { keysOf, parsedLines, reading } from './audit/files.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge inventory FILE... [--since TIME] [--until TIME] [--by NAME] [--markdown | --json | --csv] [--log] [--key-file FILE]... [--anchors FILE]... [--allow-earlier] [--allow-unended]

Counts the HTTP requests to the ERP by system, caller and endpoint, from files of the audit. Give rotated files unpacked, oldest first; - is stdin.

  --since TIME      From this day (2026-11-01) or time (2026-11-01T08:00:00Z) on; UTC where no zone is given
  --until TIME      Up to the end of this day, or up to this time
  --by NAME         Tells callers by ${callerFields.join(', ')} (default: user)
  --log             FILE is the log of the bridge
  --key-file, --anchors, --allow-earlier, --allow-unended: as of audit verify; with a key the chains are verified too

Complete numbers need --audit all. Exit code 1 where a line could not be read or a chain did not verify.`

const flags = {
  since: { type: 'string' },
  until: { type: 'string' },
  by: { type: 'string' },
  markdown: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  log: { type: 'boolean' },
  'key-file': { type: 'string', multiple: true },
  anchors: { type: 'string', multiple: true },
  'allow-earlier': { type: 'boolean' },
  'allow-unended': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' }
} as const

const mostNamed = 20

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals: files } = argumentsOf(argv)
  if (values.help === true) {
    io.say(help)
    return 0
  }
  if (files.length === 0) throw usage('give the files of the audit, oldest first')
  const form = formOf(values)
  const inventory = new Inventory(optionsOf(values))
  const report = await reading(files, async () => await readAll(files, { values, inventory, io }))
  const text = writeInventory(report, form)
  io.say(form === 'json' || form === 'csv' ? text : visible(text))
  // The rows alone are data; what to know of them goes beside.
  if (form === 'csv') for (const remark of remarksOf(report)) io.warn(visible(remark))
  return report.unreadable.count === 0 && report.verified?.intact !== false ? 0 : 1
}

type Values = ReturnType<typeof argumentsOf>['values']

interface Reading {
  readonly values: Values
  readonly inventory: Inventory
  readonly io: CommandIo
}

async function readAll(
  files: readonly string[],
  { values, inventory, io }: Reading
): Promise<InventoryReport> {
  const keys = keysOf(values['key-file'] ?? [], io.env)
  const verifier =
    keys.length === 0
      ? undefined
      : new AuditVerifier({
          keys,
          anchors: await readAnchors(values.anchors ?? []),
          allowEarlier: values['allow-earlier'] === true,
          allowUnended: values['allow-unended'] === true
        })
  let count = 0
  const first: string[] = []
  for await (const { line, bytes, place } of parsedLines(files, values.log === true)) {
    if (verifier?.isFull === false) verifier.add({ bytes, place })
    if (line !== undefined) inventory.add(line)
    else if (count++ < mostNamed) first.push(`${place.file}:${place.line}`)
  }
  return { files, ...inventory.end(), unreadable: { count, first }, verified: verifier?.end() }
}

function optionsOf({ since, until, by = 'user' }: Values): InventoryOptions {
  if (!(callerFields as readonly string[]).includes(by)) {
    throw usage(`--by is one of ${callerFields.join(', ')}`)
  }
  const from = since === undefined ? undefined : timeOf('--since', since)
  const to = until === undefined ? undefined : timeOf('--until', until) + (isDay(until) ? dayMs : 0)
  if (from !== undefined && to !== undefined && to <= from) {
    throw usage('--until has to be later than --since')
  }
  return { since: from, until: to, by: by as CallerField }
}

const dayMs = 86_400_000
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

function timeOf(name: string, text: string): number {
  const hasZone = isDay(text) || /(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const time = timeForm.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : NaN
  // A day that no month has becomes another day.
  const isSame = !isNaN(time) && (!isDay(text) || new Date(time).toISOString().startsWith(text))
  if (!isSame) {
    throw usage(`${name} is a day such as 2026-11-01 or a time such as 2026-11-01T08:00Z`)
  }
  return time
}

function formOf({ markdown, json, csv }: Values): InventoryForm {
  const given = Object.entries({ markdown, json, csv }).flatMap(([name, isGiven]) =>
    isGiven === true ? [name as InventoryForm] : []
  )
  if (given.length > 1) throw usage('--markdown, --json and --csv do not go together')
  return given[0] ?? 'text'
}

function argumentsOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, allowPositionals: true })
  } catch (error) {
    throw usage((error as Error).message.replace(/\.$/, ''))
  }
}

const usage = (problem: string) => new ConfigError([`${problem} (see erp-bridge inventory --help)`])
