/**
 * Runs the program that supplies a log-on ticket: without a shell, with a time limit and a bound for
 * its output. What it prints beside the ticket is never shown, because it may hold secrets.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { platform } from 'node:os'
import { isAbsolute } from 'node:path'
import { ErpError } from '../errors.ts'

/** A ticket has 1 or 2 KB. */
const mostOutput = 65_536
const usualTimeLimit = 30_000
/** After a failure the program is not started again for so long. */
const restMilliseconds = 10_000
/** The value of a header, and nothing that could end it. */
const ticketForm = /^[\x21-\x7e]{16,16384}$/

export interface TicketCommand {
  /** Absolute path of a program, which gets no arguments. */
  readonly command: string
  /** Milliseconds. */
  readonly timeLimit?: number | undefined
}

/** A new ticket for each call; after a failure the program rests. */
export function createTicketSupply(
  options: TicketCommand,
  learn: (secrets: readonly string[]) => void
): () => Promise<string> {
  let failed: { readonly error: unknown; readonly until: number } | undefined
  return async () => {
    if (failed !== undefined && Date.now() < failed.until) throw failed.error
    try {
      const ticket = await runTicketCommand(options)
      // An answer of the ERP may quote it.
      learn([ticket])
      failed = undefined
      return ticket
    } catch (error) {
      failed = { error, until: Date.now() + restMilliseconds }
      throw error
    }
  }
}

/**
 * The ticket that the program prints as `{"ticket": "…"}`.
 * @throws ErpError ERP_LOGON_FAILED that says how the program failed
 */
export async function runTicketCommand(options: TicketCommand): Promise<string> {
  return ticketOf(await outputOf(options))
}

function outputOf({ command, timeLimit = usualTimeLimit }: TicketCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      end()
      reject(failure(what))
    }
    const child = start(command)
    if (child === undefined) {
      reject(failure('cannot be started'))
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => {
      fail(`did not end within ${timeLimit / 1000} s`)
    }, timeLimit)
    // Children of the program may keep its output open, so nothing waits for its end here.
    const end = () => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      child.stdout.destroy()
    }
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostOutput) fail(`printed more than ${mostOutput / 1024} KB`)
      else chunks.push(chunk)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      fail(`cannot be started (${error.code ?? 'unknown'})`)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(failure(`ended with ${code === null ? String(signal) : `code ${code}`}`))
    })
  })
}

function start(command: string) {
  try {
    return spawn(command, [], {
      shell: false,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true
    })
  } catch {
    return undefined
  }
}

function ticketOf(output: string): string {
  let value: unknown
  try {
    value = JSON.parse(output)
  } catch {
    // The text of the syntax error would quote the output.
    throw failure(output.trim() === '' ? 'printed nothing' : 'printed no JSON')
  }
  const ticket =
    typeof value === 'object' && value !== null && 'ticket' in value ? value.ticket : undefined
  if (typeof ticket !== 'string' || ticket === '') {
    throw failure('printed JSON without "ticket", a text')
  }
  if (!ticketForm.test(ticket)) {
    throw failure('printed a ticket with characters that no header may have, or of no usual length')
  }
  return ticket
}

function failure(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The program of --ticket-command ${what}`, {
    outcome: 'failed',
    remedy:
      'Start it in a shell as the user of the bridge: it has to end with code 0 within 30 s, and to print {"ticket": "…"} and nothing else.'
  })
}

/**
 * Checks the program without starting it.
 * @returns what does not prevent a start: other users may change it
 * @throws ErpError ERP_LOGON_FAILED
 */
export function checkTicketCommand({ command }: TicketCommand): string[] {
  if (!isAbsolute(command)) throw failure('is not named by an absolute path')
  try {
    const facts = statSync(command)
    if (!facts.isFile()) throw failure(`is no file: ${command}`)
    accessSync(command, constants.X_OK)
    const mayChange = platform() !== 'win32' && (facts.mode & 0o022) !== 0
    return mayChange
      ? [`Other users of this machine can change ${command}, which the bridge runs; chmod go-w it`]
      : []
  } catch (error) {
    if (error instanceof ErpError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw failure(`cannot be executed: ${command} (${code})`)
  }
}
