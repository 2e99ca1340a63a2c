/** `policy check`: a file of expected decisions against the decisions of these settings. */
import { readFileSync } from 'node:fs'
import { ConfigError } from '../../config/config.ts'
import type { CommandIo } from '../command.ts'
import { openSession, withoutSystem } from '../local-session.ts'
import type { LocalSession } from '../local-session.ts'
import { decide, lineNames, variantsOf } from './facts.ts'
import type { Facts } from './facts.ts'

interface Expected {
  readonly line: number
  readonly facts: Facts
  /** The system of a systems file that the line names. */
  readonly system: string | undefined
  readonly code: string
}

export async function check(argv: readonly string[], io: CommandIo): Promise<number> {
  const [file, ...flags] = argv
  if (file === undefined || file.startsWith('-')) {
    throw new ConfigError(['policy check needs a file with expected decisions'])
  }
  const sessions = sessionsOf(flags, io)
  try {
    return compare(file, sessions.at, io)
  } finally {
    await sessions.close()
  }
}

type SessionAt = (system: string | undefined) => LocalSession['session']

function compare(file: string, sessionAt: SessionAt, io: CommandIo): number {
  // Mistakes in the settings are reported before those of the table.
  sessionAt(undefined)
  const expected = readTable(file)
  // A table that says nothing must not look like one that holds.
  if (expected.length === 0) throw new ConfigError([`${file} has no decision in it`])
  const wrong = expected.flatMap(({ line, facts, system, code }) => {
    const decision = inLine(`${file}:${line}`, () => {
      const session = sessionAt(system)
      const [variant] = variantsOf(session, facts).variants
      return variant === undefined ? undefined : decide(session, facts, variant)
    })
    const found = decision?.allow === true ? 'permitted' : (decision?.code ?? 'nothing')
    const by = decision?.allow === false ? ` (decided by ${decision.setting})` : ''
    return found === code
      ? []
      : [
          `${file}:${line}: ${[facts.tool, facts.action, system === undefined ? undefined : `at ${system}`].filter(word => word !== undefined).join(' ')} is ${found}${by}, expected ${code}`
        ]
  })
  for (const difference of wrong) io.warn(difference)
  io.say(
    `${expected.length} decisions, ${wrong.length} ${wrong.length === 1 ? 'differs' : 'differ'}`
  )
  return wrong.length === 0 ? 0 : 1
}

/** One session for each system, because rules differ; nothing is sent to an ERP. */
function sessionsOf(flags: readonly string[], io: CommandIo) {
  const opened = new Map<string | undefined, LocalSession>()
  const at: SessionAt = system => {
    const known = opened.get(system)
    if (known !== undefined) return known.session
    const own = system === undefined ? flags : [...withoutSystem(flags), '--system', system]
    const local = openSession(own, io.env, io)
    opened.set(system, local)
    return local.session
  }
  const close = async () => {
    for (const each of opened.values()) await each.close()
  }
  return { at, close }
}

/** The same, with the line in front of what is wrong with it. */
function inLine<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ConfigError
      ? new ConfigError(error.problems.map(problem => `${place}: ${problem}`))
      : error
  }
}

const mostProblems = 20

function readTable(file: string): Expected[] {
  const found: Expected[] = []
  const problems: string[] = []
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const bare = text.replace(/#.*$/, '').trim()
    if (bare === '') continue
    const [call = '', words = '', code = '', more] = bare.split('|').map(cell => cell.trim())
    const [tool, action] = call.split(/\s+/)
    const pairs = words
      .split(/\s+/)
      .filter(word => word !== '')
      .map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const)
    const unknown = pairs.find(([name]) => !lineNames.some(fact => fact === name))
    if (unknown !== undefined || !/^(?:permitted|[A-Z_]+)$/.test(code) || more !== undefined) {
      problems.push(
        `${file}:${index + 1}: write it as TOOL ACTION | name=value … | permitted or a code; names are ${lineNames.join(', ')}`
      )
    } else {
      const { system, ...given } = Object.fromEntries(pairs)
      found.push({ line: index + 1, code, system, facts: { ...given, tool, action } as Facts })
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(
      problems.length > mostProblems
        ? [...problems.slice(0, mostProblems), `and ${problems.length - mostProblems} more lines`]
        : problems
    )
  }
  return found
}
