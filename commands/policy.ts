/**
 * `erp-bridge policy`: which rule decides about a call, and whether a table of expected decisions
 * still holds.
 */
import { ConfigError } from '../config/config.ts'
import type { CommandIo } from './command.ts'
import { check } from './policy/check.ts'
import { explain } from './policy/explain.ts'

const help = `Usage: erp-bridge policy explain --tool TOOL [--action ACTION] [facts] [settings of the bridge, or their variables]
       erp-bridge policy check FILE [settings of the bridge, or their variables]

Facts of a call:
  --object "TYPE NAME"   The object; its package is asked from the ERP unless it is given
  --package NAME         Its package, or the one that a new object goes into
  --transport NUMBER     The request that the call names
  --recorded-in NUMBER   The request that the object is in already
  --tables A,B           Tables and views that are queried
  --scopes A,B           Scopes of the caller (read,write,admin)
  --key-packages A,B     Packages that the caller's key is limited to

FILE has one decision a line, # begins a comment:
  ERPWrite edit | package=ZSALES transport=DEVK900001 | permitted
  ERPWrite delete | package=ZFINANCE | BLOCKED_PACKAGE
With --systems-file explain decides for each system, or for the one of --system NAME; a line of check may name its system:
  ERPWrite edit | system=prd package=ZSALES | BLOCKED_READ_ONLY
Nothing is changed. explain asks the ERP for the package of an --object without --package, and, where tables are blocked, for what views
among the --tables show; check asks nothing, so it decides about views by their names alone. check ends with 1 where a decision differs.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === undefined || rest.concat(verb).some(word => word === '--help' || word === '-h')) {
    io.say(help)
    return verb === undefined ? 2 : 0
  }
  if (verb === 'explain') return await explain(rest, io)
  if (verb === 'check') return await check(rest, io)
  throw new ConfigError([
    `policy has no ${JSON.stringify(verb)}; it may be explain or check (see erp-bridge policy --help)`
  ])
}
