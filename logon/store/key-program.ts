/** Runs the program of a key store: secrets go through its input and output, never its arguments. */
import { spawn } from 'node:child_process'

export interface ProgramResult {
  readonly code: number | undefined
  readonly output: string
  readonly complaint: string
}

/** A key store may ask its user to unlock it. */
const timeLimit = 120_000
const mostOutput = 65_536

/** Never rejects: a program that cannot be started has no code. */
export function runKeyProgram(
  [program, ...args]: readonly [string, ...string[]],
  input = ''
): Promise<ProgramResult> {
  return new Promise(resolve => {
    const child = spawn(program, args, { shell: false, windowsHide: true, stdio: 'pipe' })
    // The time limit of `spawn` would keep the process alive where the program does not exist.
    const timer = setTimeout(() => child.kill(), timeLimit)
    const [output, complaint]: [Buffer[], Buffer[]] = [[], []]
    const textOf = (chunks: readonly Buffer[]) =>
      Buffer.concat(chunks).toString('utf8').slice(0, mostOutput)
    const end = (code: number | undefined) => {
      clearTimeout(timer)
      resolve({ code, output: textOf(output), complaint: textOf(complaint).trim() })
    }
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => complaint.push(chunk))
    child.once('error', () => {
      end(undefined)
    })
    child.once('close', code => {
      end(code ?? undefined)
    })
    // A program that ends early closes its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
