/** The log as readable lines where stderr is a terminal; everywhere else it stays JSON. */
import pino from 'pino'
import type { DestinationStream } from 'pino'

export interface Terminal {
  readonly isTTY?: boolean
  readonly hasColors?: () => boolean
}

/** Undefined without a terminal: the log then stays JSON on stderr. */
export async function terminalDestination(
  terminal: Terminal,
  sink?: DestinationStream
): Promise<DestinationStream | undefined> {
  if (terminal.isTTY !== true) return undefined
  // Part of the bin; a checkout without its development packages does without.
  const library = await import('pino-pretty').catch(() => undefined)
  if (library === undefined) return undefined
  // In a bundle a CommonJS package has nothing but its default export.
  const { prettyFactory } = library.default
  const output = sink ?? pino.destination({ dest: 2, sync: true })
  const pretty = prettyFactory({
    colorize: terminal.hasColors?.() === true,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    // As JSON within the line, where nothing that the ERP has said reaches the terminal as it is.
    errorLikeObjectKeys: [],
    messageFormat: (line, key) => String(line[key] ?? '').replace(/\p{Cc}/gu, escaped)
  })
  return {
    write: line => {
      output.write((pretty(line) ?? '').replace(/[\u0080-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped))
    }
  }
}

/**
 * Control characters could move the cursor, change colours or pretend to be a line of their own.
 */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
