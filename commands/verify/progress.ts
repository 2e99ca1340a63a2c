/** The progress bar on a terminal; nothing where the output is no terminal. */
import type { Step } from './run.ts'

const width = 24

export interface Progress {
  /** Writes a line above the bar, and the bar below it. */
  show(step: Pick<Step, 'done' | 'total' | 'result'>, line: () => void): void
  end(): void
}

export function createProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr
): Progress {
  if (!stream.isTTY) {
    return {
      show(_step, line) {
        line()
      },
      end() {}
    }
  }
  const clear = () => stream.write('\r\u001B[K')
  return {
    show({ done, total, result }, line) {
      clear()
      line()
      const filled = total === 0 ? width : Math.round((done / total) * width)
      const bar = '#'.repeat(filled) + '.'.repeat(width - filled)
      stream.write(`[${bar}] ${String(done)}/${String(total)} ${result?.operation ?? ''}`)
    },
    end: () => {
      clear()
    }
  }
}
