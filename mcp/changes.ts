/** Changes of lists and resources, told over connections that last. */
import type { Server } from '@modelcontextprotocol/server'
import type { Registry } from '../tools/index.ts'

/** @param greets whether the client says hello first, before which it must not be told anything */
export function notifyChanges(server: Server, registry: Registry, greets: boolean): void {
  const end = registry.onChange(change => {
    if (greets && server.getClientVersion() === undefined) return
    const sent =
      change.what === 'tools'
        ? server.sendToolListChanged()
        : change.what === 'prompts'
          ? server.sendPromptListChanged()
          : change.what === 'resources'
            ? server.sendResourceListChanged()
            : undefined
    // A client that has not connected yet, or is gone, misses nothing.
    sent?.catch(() => {})
  })
  const before = server.onclose
  server.onclose = () => {
    end()
    before?.()
  }
}
