/** The audit with pseudonyms in place of names. */
import { callerFacts, ToolError } from '../tools/index.ts'
import type { AuditGate, CallFacts, ToolEvent } from '../tools/index.ts'
import { withoutNames } from './pseudonyms.ts'
import type { CallerNames, Pseudonyms } from './pseudonyms.ts'

/** What of the audit names callers. */
interface NamingAudit extends AuditGate {
  readonly observe: (event: ToolEvent) => void
  readonly close: () => void
}

export interface PseudonymousOptions {
  readonly pseudonyms: Pseudonyms
  readonly mustRecord: (facts: CallFacts) => boolean
}

export function withPseudonyms<T extends NamingAudit>(
  audit: T,
  { pseudonyms, mustRecord }: PseudonymousOptions
): T {
  /** Events of callers whose pseudonyms are being asked for. */
  const waiting = new Set<ToolEvent>()
  const write = (event: ToolEvent) => {
    if (waiting.delete(event)) audit.observe(pseudonyms.replaced(event) ?? withoutNames(event))
  }
  const assertKnown = (caller: CallerNames, what: string) => {
    if (!pseudonyms.knows(caller)) throw unavailable(what)
  }
  return {
    ...audit,
    learn: caller => pseudonyms.learn(callerFacts(caller)),
    observe(event) {
      const replaced = pseudonyms.replaced(event)
      if (replaced !== undefined) return audit.observe(replaced)
      // A call that was refused before it ran.
      waiting.add(event)
      void (pseudonyms.learn(event) ?? Promise.resolve()).then(() => write(event))
    },
    intend(intent) {
      assertKnown(intent, 'The change was not sent.')
      audit.intend(pseudonyms.replaced(intent) ?? withoutNames(intent))
    },
    assertReady(facts, caller) {
      audit.assertReady(facts, caller)
      if (caller !== undefined && mustRecord(facts)) {
        assertKnown(callerFacts(caller), 'Nothing was sent.')
      }
    },
    close() {
      for (const event of waiting) write(event)
      audit.close()
    }
  }
}

function unavailable(what: string): ToolError {
  return new ToolError(
    'AUDIT_UNAVAILABLE',
    'This call must be recorded, and the key store of the pseudonyms of the audit does not answer.',
    {
      remedy: `${what} The operator has to make the place of --audit-pseudonyms usable.`,
      setting: '--audit-pseudonyms',
      outcome: 'failed'
    }
  )
}
