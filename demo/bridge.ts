/** The demo's MCP client, and the bridge that it starts. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'

/** The result of a tool call. */
export interface Answer {
  readonly isError: boolean
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  /** Where the bridge asks for a confirmation: what the same call carries to go on. */
  readonly confirm?: string | undefined
}

export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>

export interface Bridge {
  readonly call: CallTool
  readonly tools: readonly string[]
  /** The log of the bridge so far. */
  log(): string
  close(): Promise<void>
}

/**
 * Starts a bridge as a child process and connects to it over stdio, as an agent does.
 *
 * @param target the arguments that choose its system; a fresh sandbox when left out
 */
export async function startBridge(target: readonly string[] = ['--sandbox']): Promise<Bridge> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      fileURLToPath(new URL('../cli.ts', import.meta.url)),
      ...target,
      ...['--transport', 'stdio'],
      // The systems of the demo end with it, and so would what the user's journal says of them.
      ...['--journal', 'off']
    ],
    stderr: 'pipe'
  })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const client = new Client({ name: 'erp-bridge-demo', version: '1.0.0' })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    return {
      tools: tools.map(tool => tool.name),
      call: async (name, args) => await callTool(client, name, args),
      log: () => log,
      close: async () => {
        await client.close()
      }
    }
  } catch (error) {
    await client.close()
    throw new Error(`the bridge did not start\n${log}`, { cause: error })
  }
}

async function callTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: { ...args } })
  const text = result.content.map(part => (part.type === 'text' ? part.text : '')).join('\n')
  return {
    isError: result.isError === true,
    text,
    data: (result.structuredContent ?? {}) as Answer['data'],
    confirm: (result._meta?.['erp-bridge/confirm'] as { confirm?: string } | undefined)?.confirm
  }
}
