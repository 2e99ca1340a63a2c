/** Compares the role that a system is said to have with its client; the stricter one counts. */
import { readClientFacts } from '../../erp-client/adt/diagnose/client-role.ts'
import type { ClientFacts } from '../../erp-client/adt/diagnose/client-role.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import type { Log } from '../call/context.ts'
import { refusalError } from '../failure/errors.ts'
import type { CallEffect } from '../operations.ts'
import { refuse } from './rule.ts'
import type { Refusal } from './rule.ts'

/** In the order of their strictness. */
const roles = ['development', 'test', 'production'] as const
type Role = (typeof roles)[number]

export interface ClientGateOptions {
  readonly client: string
  /** As the systems file says; undefined where nothing says it. */
  readonly role?: Role | undefined
  readonly log: Log
  readonly now?: () => number
}

export interface ClientGate {
  /**
   * Asks the ERP for the client before the first change, and keeps what it says. Throws a ToolError
   * where the client is stricter than the role, or closed.
   */
  assertMayChange(effect: CallEffect, erp: () => ErpReader): Promise<void>
  /** What is known of the client, for operators; undefined until a change has asked. */
  words(): string | undefined
}

/** After this a client that could not be read is asked for again. */
const againMs = 600_000

const categories: Readonly<Record<string, string>> = {
  P: 'production',
  T: 'test',
  C: 'customizing',
  D: 'demo',
  E: 'training',
  S: 'SAP reference'
}
const rolesOf: Readonly<Record<string, Role>> = { P: 'production', T: 'test' }

interface Asked {
  readonly at: number
  readonly facts: Promise<ClientFacts | undefined>
}

export function createClientGate(options: ClientGateOptions): ClientGate {
  const { client, log, now = Date.now } = options
  let asked: Asked | undefined
  let known: ClientFacts | 'unknown' | undefined
  const ask = (erp: ErpReader): Promise<ClientFacts | undefined> =>
    // No signal: the answer is for all calls that wait for it.
    readClientFacts(erp, { client }).then(
      facts => {
        known = facts
        return facts
      },
      (error: unknown) => {
        if (known === undefined) {
          log.warn(
            { client, code: isErpError(error) ? error.code : undefined },
            'the role of the client cannot be read (table T000); the configured one counts'
          )
        }
        known = 'unknown'
        return undefined
      }
    )
  return {
    async assertMayChange(effect, erp) {
      if (effect.readOnlyAllowed) return
      if (asked === undefined || (known === 'unknown' && now() - asked.at >= againMs)) {
        asked = { at: now(), facts: ask(erp()) }
      }
      const facts = await asked.facts
      const refusal =
        (facts && refusalIn(facts, effect, options)) ?? debugRefusal(effect, { facts, ...options })
      if (refusal !== undefined) throw refusalError(refusal)
    },
    words: () => known && clientWords(known, options)
  }
}

/** The role that the client shows where it is stricter than the one that the system is said to have. */
export function stricterRole(
  { category }: Pick<ClientFacts, 'category'>,
  role: Role | undefined
): Role | undefined {
  const found = rolesOf[category]
  if (found === undefined) return undefined
  // Nothing says that a system without a role is for development; a test client may be for it.
  const said = role ?? 'test'
  return roles.indexOf(found) > roles.indexOf(said) ? found : undefined
}

function refusalIn(
  facts: ClientFacts,
  { repository }: CallEffect,
  { client, role }: ClientGateOptions
): Refusal | undefined {
  const stricter = stricterRole(facts, role)
  if (stricter !== undefined) {
    return refuse('BLOCKED_READ_ONLY', 'role', {
      message: `client ${client} has the role ${stricter} in the ERP, and ${role === undefined ? 'nothing says that this system has it' : `the system is said to have the role ${role}`}: the stricter one counts, and nothing is changed.`,
      remedy: `Reading and dryRun: true still work. The operator can describe the system in --systems-file with "role": "${stricter}", and with "readOnly": false where it may be changed all the same.`
    })
  }
  return facts.isClosed && (repository === 'recorded' || repository === 'touched')
    ? refuse('BLOCKED_READ_ONLY', 'role', {
        message: `client ${client} is closed for changes of repository objects (T000-CCNOCLIIND).`,
        remedy:
          'Reading still works. Log on to a client that permits changes (--client), or have it opened in transaction SCC4.'
      })
    : undefined
}

/**
 * Values of a running program are changed where something says that the system is for development,
 * and nothing says that it is not.
 */
function debugRefusal(
  { operations }: CallEffect,
  { facts, role }: { readonly facts: ClientFacts | undefined } & Pick<ClientGateOptions, 'role'>
): Refusal | undefined {
  if (!operations.includes('debugChange')) return undefined
  const category = facts?.category ?? ''
  const isKnown = role !== undefined || category !== ''
  const strict = rolesOf[category] ?? (role === 'development' ? undefined : role)
  if (isKnown && strict === undefined) return undefined
  return refuse('BLOCKED_EXPERT', 'role', {
    message: `values in the debugger are not changed in a system ${strict === undefined ? 'whose role is not known' : `of the role ${strict}`}.`,
    remedy:
      'The debugger still shows values. No setting permits the change there; a system without a known role can be described with "role" in --systems-file.'
  })
}

/** The check of a session, which an embedding program may leave without a gate. */
export async function assertClientPermits(
  gate: ClientGate | undefined,
  effect: CallEffect,
  erp: () => ErpReader
): Promise<void> {
  if (gate !== undefined) return await gate.assertMayChange(effect, erp)
  const refusal = debugRefusal(effect, { facts: undefined })
  if (refusal !== undefined) throw refusalError(refusal)
}

/** For status page and doctor. */
export function clientWords(
  facts: ClientFacts | 'unknown',
  { client, role }: Pick<ClientGateOptions, 'client' | 'role'>
): string {
  if (facts === 'unknown' || facts.category === '') {
    return `the role of client ${client} cannot be read; the configured one counts`
  }
  const stricter = stricterRole(facts, role)
  const category = categories[facts.category] ?? facts.category
  return [
    `client ${client}: ${category}`,
    ...(facts.isClosed ? ['closed for changes of repository objects'] : []),
    ...(stricter === undefined
      ? []
      : [`stricter than the configured role (${role ?? 'none'}), so nothing is changed`])
  ].join(', ')
}
