/** The file of named keys and denials, followed as it changes. */
import fp from 'fastify-plugin'
import type { Caller } from '../tools/index.ts'
import { createDenials, readKeysFile } from './auth/named-keys.ts'
import type { NamedKey } from './auth/named-keys.ts'
import { watchFile } from './auth/watched-file.ts'

export interface AccessList {
  /** The current named keys. */
  keys(): readonly NamedKey[]
  isDenied(caller: Caller): boolean
  /**
   * Calls the listener after each change of denials or keys, so that it can end connections.
   * @returns removes the listener
   */
  onChange(listener: () => void): () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    identities: AccessList
  }
}

export default fp<{ apiKeysFile?: string | undefined }>(
  async (app, { apiKeysFile }) => {
    const listeners = new Set<() => void>()
    const file =
      apiKeysFile === undefined
        ? undefined
        : follow(() =>
            watchFile({
              path: apiKeysFile,
              parse: readContent,
              log: app.log,
              onChange: () => {
                for (const listener of listeners) listener()
              }
            })
          )
    app.addHook('onClose', async () => file?.close())
    app.decorate('identities', {
      keys: () => file?.value().keys ?? [],
      isDenied: caller => file?.value().denies(caller) ?? false,
      onChange: listener => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      }
    })
  },
  { name: 'identities', fastify: '5.x' }
)

/** The denials are prepared once for each version of the file: they are asked for every request. */
function readContent(text: string) {
  const content = readKeysFile(text)
  return { ...content, denies: createDenials(content.denied) }
}

/**
 * @throws Error that names the setting as well: at the start the operator sees nothing but the
 * message
 */
function follow<T>(start: () => T): T {
  try {
    return start()
  } catch (cause) {
    throw new Error(
      `--api-keys-file (ERP_API_KEYS_FILE): ${(cause as Error).message}; correct it, or make it anew with erp-bridge keys create`,
      { cause }
    )
  }
}
