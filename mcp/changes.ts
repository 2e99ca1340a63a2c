/** Notifies clients of changed lists over persistent connections. */
import type { Server } from '@modelcontextprotocol/server'
import type { Registry } from '../tools/index.ts'

/** @param initializes whether notifications must wait for the client's `initialize` */
export function notifyChanges(server: Server, registry: Registry, initializes: boolean): void {
  const end = registry.onChange(change => {
    if (initializes && server.getClientVersion() === undefined) return
    const sent =
      change.what === 'tools'
        ? server.sendToolListChanged()
        : change.what === 'prompts'
          ? server.sendPromptListChanged()
          : change.what === 'resources'
            ? server.sendResourceListChanged()
            : undefined
    // A client that is not connected needs no notification.
    sent?.catch(() => {})
  })
  const before = server.onclose
  server.onclose = () => {
    end()
    before?.()
  }
}
