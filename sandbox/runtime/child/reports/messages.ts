/** Messages that a report sends: some end it, the others are shown behind its list. */
import { currentRuntime } from '../abap.ts'
import { RunAborted, dumpOf } from '../alerts.ts'

interface Options {
  readonly into?: unknown
}
type Send = (options: Options) => Promise<void>

export interface Messages {
  /** A message without INTO was sent; in a report, types I, S and W are kept. */
  sent(isReport: boolean): void
  /** What a message that ends the program is told with while something runs. */
  within<T>(title: string, run: () => Promise<T>): Promise<T>
  /** The kept messages as lines. */
  take(): string[]
}

/** From now on the texts of messages are known. */
export function captureMessages(): Messages {
  const { statements } = currentRuntime() as unknown as { statements: { message: Send } }
  const original = statements.message
  let text = ''
  let around = ''
  let kept: string[] = []
  statements.message = async options => {
    if (options.into !== undefined) return original.call(statements, options)
    const into = new (currentRuntime().types.String)()
    await original.call(statements, { ...options, into })
    text = String(into.get()).trimEnd()
  }
  return {
    sent(isReport) {
      const type = systemField('msgty')
      const id = systemField('msgid')
      const key = id === '' ? '' : `${id} ${systemField('msgno')}`
      if (!['E', 'A', 'X'].includes(type)) {
        const name = ['Message', type, key].filter(part => part !== '').join(' ')
        if (isReport) kept.push(`${name}: ${text}`)
        return
      }
      throw new RunAborted({
        kind: 'exception',
        title: around === '' ? `Message of type ${type} ended the program` : around,
        details: [key, text].filter(part => part !== ''),
        stack: new Error('message').stack ?? '',
        ...(type === 'X' ? { dump: dumpOf('MESSAGE_TYPE_X', { text }) } : {})
      })
    },
    async within(title, run) {
      const before = around
      around = title
      try {
        return await run()
      } finally {
        around = before
      }
    },
    take() {
      const taken = kept
      kept = []
      return taken
    }
  }
}

function systemField(name: string): string {
  return String(currentRuntime().builtin.sy.get()[name]?.get() ?? '').trim()
}
