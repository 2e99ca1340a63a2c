/** The reader and the writer of one call: traced, watched, and bound to its confirmation. */
import { RequestIds } from '../../erp-client/index.ts'
import type { ErpReader, ErpWriter } from '../../erp-client/index.ts'
import { stagedReader, stagedWriter } from '../change-sets/staged-erp.ts'
import { ChangeRecorder } from '../journal/recorder.ts'
import { intentOf } from './events.ts'
import { haltable } from './write/halt-gate.ts'
import type { ContextParts } from './run-facts.ts'
import { tracedReader, tracedWriter } from './tracing.ts'
import type { Tracing } from './tracing.ts'
import { ChangeIntents } from './write/change-intents.ts'
import { consumeFirst, WriteTracker } from './write/write-tracker.ts'

function tracingOf({ session, trace, facts }: ContextParts): Tracing {
  return { trace, tracer: session.tracer, ids: (facts.ids ??= new RequestIds()) }
}

export function readerOf(parts: ContextParts): ErpReader {
  parts.facts.fromErp = true
  const reader = tracedReader(parts.session.erp().reader, tracingOf(parts))
  return parts.staging === undefined ? reader : stagedReader(reader, parts.staging)
}

/** The writer, after the policy has decided about the targets. */
export function lendWriter(parts: ContextParts): ErpWriter {
  parts.signal.throwIfAborted()
  if (parts.staging !== undefined) return stagedWriter(readerOf(parts), parts.staging)
  parts.approval?.assertCovered(parts.effect)
  parts.facts.lent = true
  return parts.guard === undefined ? writerOf(parts) : consumeFirst(writerOf(parts), parts.guard)
}

function writerOf(parts: ContextParts): ErpWriter {
  const { session, facts } = parts
  facts.fromErp = true
  facts.sent ??= new WriteTracker()
  const writer = facts.sent.watched(
    haltable(session, tracedWriter(session.erp().writer, tracingOf(parts)))
  )
  return audited(parts, recorded(parts, writer))
}

/** Each change stands in the audit before anything else is done for it. */
function audited(parts: ContextParts, writer: ErpWriter): ErpWriter {
  const { session, facts } = parts
  if (session.audit === undefined) return writer
  facts.intents ??= new ChangeIntents(session.audit, added => intentOf(parts, added))
  return facts.intents.watched(writer, facts)
}

/** Each change stands in the journal before its request is sent, with the state that it replaces. */
function recorded(parts: ContextParts, writer: ErpWriter): ErpWriter {
  const { session, facts } = parts
  const { journal: access } = session
  if (access === undefined) return writer
  facts.recorder ??= new ChangeRecorder({
    session,
    access,
    call: { tool: parts.effect.tool, action: parts.effect.action, args: parts.args ?? {} },
    erp: () => readerOf(parts),
    undo: () => facts.undo,
    begun: () => facts.begun
  })
  return facts.recorder.watched(writer)
}
