/** The file of named keys and denials, followed as it changes. */
import fp from 'fastify-plugin'
import type { Caller } from '../tools/index.ts'
import { createDenials, readKeysFile } from './auth/named-keys.ts'
import type { NamedKey } from './auth/named-keys.ts'
import { watchFile } from './auth/watched-file.ts'

declare module 'fastify' {
  interface FastifyInstance {
    identities: {
      /** The named keys as they are at the moment. */
      keys(): readonly NamedKey[]
      isDenied(caller: Caller): boolean
      /**
       * Told whenever denials or keys have changed, so that whoever holds something for an identity
       * can give it up.
       */
      onChange(listener: () => void): void
    }
  }
}

export default fp<{ apiKeysFile?: string | undefined }>(
  async (app, { apiKeysFile }) => {
    const listeners: (() => void)[] = []
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
        listeners.push(listener)
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
 * @throws Error that names the setting as well: whoever starts the bridge sees nothing but the
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
