/** The audit: one line for each tool call. Names and outcomes, never arguments: those may hold sources and data. */
import type { Log, ToolEvent } from './tools/index.ts'

/** @returns an observer of tool calls */
export function createAudit (log: Log): (event: ToolEvent) => void {
  return ({ ms, ...event }) => {
    const line = { audit: { ...event, ms: Math.round(ms * 10) / 10 } }
    if (event.outcome === 'ok') log.info(line, 'tool call')
    else log.warn(line, 'tool call')
  }
}
