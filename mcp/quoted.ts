import type { Quoted, ToolResult } from '../tools/index.ts'

/** The text of a result in JSON, where the tool had it and nobody has changed the text since. */
export function quotedOf(result: ToolResult): Quoted | undefined {
  return result.kind === 'text' && result.quoted?.of === result.text ? result.quoted : undefined
}

/**
 * An answer whose long text need not be put into JSON again, to the byte as if it had been.
 * @param json the answer with the head of the text alone, which stands before everything else that
 * could be mistaken for it
 */
export function withRest(json: string, { head, rest }: Quoted): Buffer {
  const text = JSON.stringify(head).slice(0, -1)
  const end = json.indexOf(text) + text.length
  return Buffer.concat([Buffer.from(json.slice(0, end)), rest, Buffer.from(json.slice(end))])
}
