/** Prints the steps of the demo. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Prints each step while it runs. */
export interface Narrator {
  title(text: string): void
  /** What happens next, and the call that does it. */
  step(text: string, call: string): void
  /** A result. */
  fact(text: string): void
  /** Source text, printed unchanged. */
  code(text: string): void
  done(milliseconds: number): void
  end(good: boolean, text: string): void
}

/** `write` receives lines without line ends; `coloured` adds ANSI colours. */
export function createNarrator(write: (line: string) => void, coloured: boolean): Narrator {
  const paint = (style: Style, text: string) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  let number = 0
  return {
    title: text => {
      write(paint('bold', text))
    },
    step(text, call) {
      number++
      write('')
      write(`${paint('bold', `${number}. ${text}`)}`)
      if (call !== '') write(paint('dim', `   ${call}`))
    },
    fact: text => {
      for (const line of text.split('\n')) write(`   ${line}`)
    },
    code: text => {
      for (const line of text.split('\n')) write(`   ${paint('cyan', `| ${line}`)}`)
    },
    done: milliseconds => {
      write(paint('dim', `   ${Math.round(milliseconds)} ms`))
    },
    end(good, text) {
      write('')
      write(paint(good ? 'green' : 'red', text))
    }
  }
}
