/** Changes of lists and resources, told over connections that last. */
import type { Server } from '@modelcontextprotocol/server'
import type { Registry } from '../tools/index.ts'

export function notifyChanges (server: Server, registry: Registry): void {
  const end = registry.onChange(change => {
    const sent = change.what === 'tools'
      ? server.sendToolListChanged()
      : change.what === 'prompts' ? server.sendPromptListChanged() : change.what === 'resources' ? server.sendResourceListChanged() : undefined
    // A client that has not connected yet, or is gone, misses nothing.
    sent?.catch(() => {})
  })
  const before = server.onclose
  server.onclose = () => { end(); before?.() }
}
