/** The sub-commands, loaded only when they run. */
import type { Secrets } from '../config/secrets.ts'

/** What a command may use of its process; only the bin has the process itself. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line on stdout. */
  say(line: string): void
  /** A line on stderr. */
  warn(line: string): void
  /** Redacts what is known as a secret; without it nothing is. */
  readonly secrets?: Secrets | undefined
  /** The command line that starts this program again, without arguments of its own. */
  readonly program?: readonly [string, ...string[]] | undefined
  /** A message to the program that forked this one; undefined where no program did. */
  readonly tellParent: ((message: object) => void) | undefined
  /** Settles when a signal or the parent asks the command to end. */
  untilStopped(): Promise<void>
}

export interface CommandModule {
  run(argv: readonly string[], io: CommandIo): Promise<number>
}
export interface Command {
  readonly name: string
  readonly summary: string
  load(): Promise<CommandModule>
}

export const commands: readonly Command[] = [
  {
    name: 'call',
    summary: 'Call one tool from a shell or CI (call --help)',
    load: () => import('./call.ts')
  },
  {
    name: 'client-config',
    summary:
      'Show or write the entry for a client such as claude-code or vscode (client-config --help)',
    load: () => import('./client-config.ts')
  },
  {
    name: 'doctor',
    summary: 'Check settings, identity providers and the ERP, and say what to do (doctor --help)',
    load: () => import('./doctor.ts')
  },
  {
    name: 'keys',
    summary: 'Make, list, end and deny named API keys (keys --help)',
    load: () => import('./keys.ts')
  },
  {
    name: 'policy',
    summary:
      'Say which rule decides about a call, and check a table of expected decisions (policy --help)',
    load: () => import('./policy.ts')
  },
  {
    name: 'pp',
    summary:
      "Principal propagation: make a CA, show a certificate, print the ERP's set-up (pp --help)",
    load: () => import('./pp.ts')
  },
  {
    name: 'sandbox',
    summary: 'Run the embedded ABAP system alone, for any ADT client (sandbox --help)',
    load: () => import('./sandbox.ts')
  },
  {
    name: 'tools',
    summary: 'List what these settings offer, and to whom (tools --help)',
    load: () => import('./tools.ts')
  }
]
