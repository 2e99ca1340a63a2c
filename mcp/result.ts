/** Converts tool results to the results of the protocol. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { ContentPart, ResourceLink, ResultForm, ToolResult } from '../tools/index.ts'

/** Marks a result or resource that holds text of the ERP. */
export const untrustedMeta = { 'erp-bridge/untrusted': true } as const

/** The results that one answer can hold; a question to the client is none. */
export type PlainResult = Exclude<ToolResult, { kind: 'ask' }>

/**
 * Links came with the revision 2025-06-18; older clients refuse a whole answer for one. The text
 * names the address, too.
 */
export function forVersion<Result extends ToolResult>(result: Result, version: unknown): Result {
  if (!('links' in result) || (typeof version === 'string' && version >= '2025-06-18')) {
    return result
  }
  const { links: _links, ...rest } = result
  return rest as Result
}

/**
 * Data goes out twice, as `structuredContent` and as text: some clients hand the model only the
 * one, some only the other. An error never has `structuredContent`, because clients hold that
 * against the tool's output schema; its code leads the text and its facts stand in `_meta`. There
 * too: whether the result holds text of the ERP, which is data and never an instruction.
 * @param structured whether the tool has an output schema, which everything but an error must then
 * satisfy
 * @param results `text` leaves the structured half out; the list of tools has no output schemas then
 */
export function toCallResult(
  result: PlainResult,
  structured: boolean,
  results: ResultForm = 'both'
): CallToolResult {
  const answer =
    results === 'text' ? textAlone(contentOf(result, false)) : contentOf(result, structured)
  if (result.untrusted !== true) return answer
  return { ...answer, _meta: { ...answer._meta, ...untrustedMeta } }
}

/** The same without its structured half, which only repeats the text. */
function textAlone({ structuredContent: _data, ...answer }: CallToolResult): CallToolResult {
  return answer
}

function contentOf(result: PlainResult, structured: boolean): CallToolResult {
  switch (result.kind) {
    // Help, for one: an error in form, where clients hold every other answer against the schema.
    case 'text':
      return {
        content: [text(result.text), ...links(result.links)],
        ...(structured ? { isError: true } : {})
      }
    case 'data':
      return {
        content: [text(result.text), ...links(result.links)],
        structuredContent: { ...result.data }
      }
    case 'content':
      return { content: result.parts.map(toContent) }
    case 'confirm':
      return {
        content: [text(result.text)],
        ...(structured ? { isError: true } : {}),
        _meta: { 'erp-bridge/confirm': { question: result.question, confirm: result.digest } }
      }
    case 'error':
      return {
        isError: true,
        content: [
          text(result.text.includes(result.code) ? result.text : `${result.code}: ${result.text}`)
        ],
        _meta: { 'erp-bridge/error': { code: result.code, ...result.data } }
      }
  }
}

export function toContent(part: ContentPart): ContentBlock {
  switch (part.kind) {
    case 'text':
      return text(part.text)
    case 'image':
    case 'audio':
      return { type: part.kind, data: part.data, mimeType: part.mimeType }
    case 'resource':
      return {
        type: 'resource',
        resource: { uri: part.uri, mimeType: part.mimeType, text: part.text }
      }
    case 'blob':
      return {
        type: 'resource',
        resource: { uri: part.uri, mimeType: part.mimeType, blob: part.data }
      }
  }
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words }
}

function links(all: readonly ResourceLink[] = []): ContentBlock[] {
  return all.map(link => ({ type: 'resource_link', ...link }))
}
