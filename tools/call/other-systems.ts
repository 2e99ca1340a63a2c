/** Reads at a second system within a call: decided by the policy there, and recorded there. */
import { notifyObservers, otherSystemEvent } from './events.ts'
import { featureError } from '../catalog/features.ts'
import { badArguments, refusalError, ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { effectOf } from '../operations.ts'
import type { CallEffect } from '../operations.ts'
import type { ContextParts, RunFacts } from './run-facts.ts'
import { traceId } from './tracing.ts'
import type { OtherRead } from './context.ts'
import type { OtherSystems, ToolSession } from './session.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'

/** The form of a name of a system; every other text is refused like an unknown name. */
const nameForm = /^[a-z0-9-]{1,32}$/

/**
 * The refusal of a system. An unknown name and a forbidden one get the same words, so that the
 * answer does not tell which systems exist.
 */
export function systemNotPermitted(name: string, permitted: readonly string[]): ToolError {
  const known =
    permitted.length === 0
      ? 'This call can name no other system.'
      : `The other systems of this caller: ${permitted.join(', ')}.`
  return new ToolError(
    'SYSTEM_NOT_PERMITTED',
    `There is no system ${JSON.stringify(name.slice(0, 40))} that this caller may read.`,
    { remedy: known }
  )
}

/**
 * Runs a read at another system with the rights of the same caller there, and raises an event of
 * that system. @throws ToolError SYSTEM_NOT_PERMITTED, a refusal of the policy there, or its failure
 * with the name of the system
 */
export async function readAt<T>(
  parts: ContextParts,
  wanted: OtherRead,
  run: (there: ContextParts, own: FailureMarks) => Promise<T>
): Promise<T> {
  const there = openOther(parts.session, wanted.system)
  const marks = createMarks()
  const session = markedSession(there, marks)
  const facts: RunFacts = { objects: new Set([wanted.object]) }
  const effect = readingEffect(parts.effect)
  const { signal } = parts
  const started = performance.now()
  const finish = (code?: string) => {
    const { requestId, trace } = parts
    notifyObservers(session, {
      ...otherSystemEvent(session.caller, effect, { facts, code }),
      ms: performance.now() - started,
      ...(requestId === undefined ? {} : { requestId }),
      ...(trace === undefined ? {} : { traceId: traceId(trace) })
    })
  }
  try {
    await marks.during(async () => assertAllowed(session, effect, wanted.feature))
    const result = await run({ ...parts, session, effect, facts, guard: undefined }, marks)
    finish()
    return result
  } catch (error) {
    finish(codeOf(error, signal))
    throw signal.aborted || !marks.has(error) ? error : withSystem(session, error)
  } finally {
    parts.facts.fromErp = parts.facts.fromErp === true || facts.fromErp === true
  }
}

/**
 * Which failures come from the other system. A read there usually runs beside one of the own system,
 * whose failures must not name the other one.
 */
export interface FailureMarks {
  /** Marks what the work throws. */
  during<T>(work: () => Promise<T>): Promise<T>
  has(error: unknown): boolean
}

function createMarks(): FailureMarks {
  const marked = new WeakSet<Error>()
  const has = (error: unknown): boolean =>
    error instanceof Error && (marked.has(error) || has(error.cause))
  return {
    has,
    async during(work) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof Error) marked.add(error)
        throw error
      }
    }
  }
}

function markedSession(session: ToolSession, marks: FailureMarks): ToolSession {
  return {
    ...session,
    erp() {
      const erp = session.erp()
      const request: ErpReader['request'] = async (wanted, signal) =>
        await marks.during(async () => await erp.reader.request(wanted, signal))
      const reader: ErpReader = Object.create(erp.reader, { request: { value: request } })
      return Object.create(erp, { reader: { value: reader } }) as typeof erp
    }
  }
}

/** Opens no third system from there. */
function openOther(session: ToolSession, name: string): ToolSession {
  if (name === session.system) {
    throw badArguments(
      `${JSON.stringify(name)} is the system of this address.`,
      'Name another system, or leave it out.'
    )
  }
  const others: OtherSystems = session.otherSystems ?? none
  if (!nameForm.test(name)) throw systemNotPermitted(name, others.names())
  const { otherSystems: _unused, ...there } = others.open(name)
  return there
}

const none: OtherSystems = {
  names: () => [],
  open: name => {
    throw systemNotPermitted(name, [])
  }
}

/** The same operations with the scope of reading: a tool for changes may read elsewhere, too. */
function readingEffect({ tool, action, operations }: CallEffect): CallEffect {
  const effect = effectOf(
    { tool, ...(action === undefined ? {} : { action }), scope: 'read' },
    operations
  )
  if (effect.readOnlyAllowed) return effect
  throw new ToolError(
    'TOOL_NOT_A_READ',
    `${tool} tried to use another system in a call that changes something.`,
    { remedy: 'This is a fault of the tool; nothing was sent.' }
  )
}

function assertAllowed(
  session: ToolSession,
  effect: CallEffect,
  feature: string | undefined
): void {
  const decision = session.policy.decide(effect, undefined, session.caller)
  if (!decision.allow) throw refusalError(decision)
  if (feature !== undefined && session.registry.feature(feature) === 'absent') {
    throw featureError(feature, effect.tool)
  }
  session.halt?.assertMayStart({
    system: session.system,
    caller: session.caller,
    changes: false
  })
  const { tool, action, letters } = effect
  session.audit?.assertReady(
    { tool, ...(action === undefined ? {} : { action }), letters, changes: false },
    session.caller
  )
}

function codeOf(error: unknown, { aborted, reason }: AbortSignal): string {
  if (aborted && reason instanceof ToolError) return reason.code
  return error instanceof ToolError || isErpError(error) ? error.code : 'TOOL_FAILED'
}

/** The same failure as one that names the system, without secrets of that system. */
function withSystem(session: ToolSession, error: unknown): unknown {
  const name = session.system
  const words = (text: string) => `System ${name}: ${session.redact?.(text) ?? text}`
  if (error instanceof ToolError) {
    const { data, ...details } = error.details
    return new ToolError(error.code, words(error.message), {
      ...details,
      data: { ...data, system: name },
      cause: error
    })
  }
  if (!isErpError(error)) return error
  return new ToolError(error.code, words(errorWords(error)), {
    remedy: error.remedy,
    data: {
      system: name,
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter })
    },
    cause: error
  })
}
