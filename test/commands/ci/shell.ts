/** Runs a command of the shell against a sandbox, and keeps what it says. */
import type { CommandModule } from '../../../commands/command.ts'
import type { Sandbox } from '../../../sandbox/server.ts'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Place {
  readonly folder: string
  readonly sandbox: Pick<Sandbox, 'url' | 'client'>
  readonly user: string
}

interface Call {
  readonly run: CommandModule['run']
  readonly argv: readonly string[]
  readonly more?: object
}

/** @param call `more`: `env` and `onLine`, and what the command gets beside them */
export async function runIn(
  { folder, sandbox, user }: Place,
  { run, argv, more = {} }: Call
): Promise<Said> {
  const out: string[] = []
  const err: string[] = []
  const { onLine, env, ...io }: { onLine?: (line: string) => void; env?: object } = more
  const code = await run(argv, {
    env: {
      ...{ ERP_URL: sandbox.url, ERP_CLIENT: sandbox.client, ERP_LOG_LEVEL: 'silent' },
      ...{ ERP_USER: user, ERP_PASSWORD: 'secret-1', ERP_JOURNAL: 'off' },
      ...env
    },
    folder,
    say: line => {
      out.push(line)
      onLine?.(line)
    },
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: () => new Promise(() => {}),
    ...io
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
