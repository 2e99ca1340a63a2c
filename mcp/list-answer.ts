/**
 * The answers to `tools/list`: everything but the request id is serialised once for each set of
 * visible tools and protocol era. Benchmark row: "list of tools, 64 clients".
 *
 * The constant part is a string and not a shared buffer: nothing can detach or change it, and every
 * hook of a host gets an ordinary payload. It holds ASCII alone, which V8 stores with one byte per
 * character. One other character would double it, and Node.js would transcode it for each answer:
 * 40 percent of the processor time of a list.
 */
import type { ToolListing } from '../tools/index.ts'

export type Era = 'legacy' | 'modern'

export interface ListAnswers {
  /** The whole JSON-RPC answer. */
  answer(tools: readonly ToolListing[], era: Era, id: string | number): string
}

/** @param modernFields what a result of the newest revision has beside the tools */
export function createListAnswers(modernFields: Readonly<Record<string, unknown>>): ListAnswers {
  const known = new WeakMap<readonly ToolListing[], Partial<Record<Era, string>>>()
  const make = (tools: readonly ToolListing[], era: Era) =>
    asciiJson({ tools, ...(era === 'modern' ? modernFields : {}) })
  return {
    answer(tools, era, id) {
      let answers = known.get(tools)
      if (answers === undefined) known.set(tools, (answers = {}))
      const result = (answers[era] ??= `,"result":${make(tools, era)}}`)
      return `{"jsonrpc":"2.0","id":${JSON.stringify(id)}${result}`
    }
  }
}

function asciiJson(value: unknown): string {
  const escaped = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
  // What a replacement returns may still have two bytes per character.
  return Buffer.from(escaped, 'latin1').toString('latin1')
}
