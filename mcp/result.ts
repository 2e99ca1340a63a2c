/** The one place where what a tool handed back becomes protocol words. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolResult } from '../tools/index.ts'

/**
 * Data goes out twice, as `structuredContent` and as text: some clients hand the model only the one, some only the other. An error
 * never has `structuredContent`, because clients hold that against the tool's output schema; its code leads the text and its facts
 * stand in `_meta`.
 */
export function toCallResult (result: ToolResult): CallToolResult {
  switch (result.kind) {
    case 'text': return { content: [{ type: 'text', text: result.text }] }
    case 'data': return { content: [{ type: 'text', text: result.text }], structuredContent: { ...result.data } }
    case 'confirm': return { content: [{ type: 'text', text: result.text }], _meta: { 'erp-bridge/confirm': { question: result.question, digest: result.digest } } }
    case 'error': return {
      isError: true,
      content: [{ type: 'text', text: result.text.includes(result.code) ? result.text : `${result.code}: ${result.text}` }],
      _meta: { 'erp-bridge/error': { code: result.code, ...result.data } }
    }
  }
}
