/**
 * An MCP client over stdio that counts what passes: the messages of an agent and of the server that
 * it works with.
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/**
 * Bytes of the JSON of requests' parameters and of results, as they go over the wire; framing is
 * not counted. `read` is the part of them that most clients hand to the model: the request and the
 * texts of the answer, with its tokens in the encoding o200k.
 */
export interface Cost {
  readonly calls: number
  readonly sent: number
  readonly received: number
  readonly read: number
  readonly tokens: number
}
export const nothing: Cost = { calls: 0, sent: 0, received: 0, read: 0, tokens: 0 }

export interface Answer {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

export interface Surface {
  readonly bytes: number
  readonly tokens: number
}

export interface Agent {
  /** The list of tools, which every session pays once. */
  readonly surface: Surface
  call(name: string, args: object): Promise<Answer>
  /** A call that must succeed. @throws Error with the server's words */
  done(name: string, args: object): Promise<Answer>
  /** What was spent since the last read. */
  spent(): Cost
  close(): Promise<void>
}

export interface Program {
  readonly command: string
  readonly args: string[]
  readonly env: Readonly<Record<string, string>>
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const patience = { timeout: 180_000 }

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? [part.text]
        : []
    )
    .join('\n')
}

export async function startAgent({ command, args, env }: Program): Promise<Agent> {
  const client = new Client({ name: 'economy', version: '1.0.0' })
  const { PATH = '', HOME = '' } = process.env
  await client.connect(
    new StdioClientTransport({ command, args, env: { PATH, HOME, ...env }, stderr: 'ignore' })
  )
  const { tools } = await client.listTools()
  let cost = nothing
  const agent: Agent = {
    surface: { bytes: bytes({ tools }), tokens: countTokens(JSON.stringify({ tools })) },
    async call(name, params) {
      const request = { name, arguments: { ...params } }
      const result = await client.callTool(request, patience)
      const text = textOf(result.content)
      cost = {
        calls: cost.calls + 1,
        sent: cost.sent + bytes(request),
        received: cost.received + bytes(result),
        read: cost.read + bytes(request) + Buffer.byteLength(text),
        tokens: cost.tokens + countTokens(JSON.stringify(request)) + countTokens(text)
      }
      return {
        text,
        data: { ...(result.structuredContent as object | undefined) },
        isError: result.isError === true
      }
    },
    async done(name, params) {
      const answer = await agent.call(name, params)
      if (answer.isError) {
        throw new Error(
          `${name} ${JSON.stringify(params).slice(0, 300)}: ${answer.text.slice(0, 1500)}`
        )
      }
      return answer
    },
    spent() {
      const now = cost
      cost = nothing
      return now
    },
    close: async () => {
      await client.close()
    }
  }
  return agent
}
