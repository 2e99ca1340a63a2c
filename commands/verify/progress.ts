/** The progress bar on a terminal; nothing where the output is no terminal. */
import type { Step } from './run.ts'

const width = 24

export interface Progress {
  /** Writes lines above the bar, and the bar below them. */
  show(step: Pick<Step, 'done' | 'total' | 'result'>, lines: () => void): void
  end(): void
}

/** @param draw replaces the last line of the terminal; undefined where there is none */
export function createProgress(draw: ((line: string) => void) | undefined): Progress {
  return {
    show({ done, total, result }, lines) {
      draw?.('')
      lines()
      const filled = total === 0 ? width : Math.round((done / total) * width)
      const bar = '#'.repeat(filled) + '.'.repeat(width - filled)
      draw?.(`[${bar}] ${String(done)}/${String(total)} ${result?.operation ?? ''}`)
    },
    end() {
      draw?.('')
    }
  }
}
