/** Reads a secret from the terminal without an echo, or from a pipe. */
import { setTimeout as pause } from 'node:timers/promises'

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** More than any header has. */
const mostCharacters = 262_144
/** What was pasted with it arrives meanwhile, and must not be left to the shell. */
const restMilliseconds = 200
const key = {
  interrupt: '\u0003',
  end: '\u0004',
  backspace: '\u0008',
  erase: '\u0015',
  delete: '\u007F'
}
/** Marks that a terminal puts around what is pasted. */
const pasteMarks = ['\u001B[200~', '\u001B[201~']

/** @returns undefined where the user gave up; of a pipe all that it has */
export async function readSecret(
  question: string,
  input: Input,
  ask: (text: string) => void
): Promise<string | undefined> {
  if (input.isTTY !== true || input.setRawMode === undefined) return await wholeOf(input)
  // Line by line a terminal would show it, and cut it off after 4 KB.
  input.setRawMode(true)
  try {
    ask(question)
    return await typed(input)
  } finally {
    input.setRawMode(false)
    input.pause()
    ask('\n')
  }
}

async function wholeOf(input: Input): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > mostCharacters) break
  }
  return text
}

function typed(input: Input): Promise<string | undefined> {
  return new Promise(resolve => {
    let text = ''
    let isOver = false
    const end = (result: string | undefined) => {
      input.off('data', take).off('end', stop)
      resolve(result)
    }
    const stop = () => {
      end(undefined)
    }
    const take = (chunk: Buffer | string) => {
      for (const character of withoutMarks(String(chunk))) {
        if (character === key.interrupt) return stop()
        if (character === key.end && text === '') return stop()
        text = changed(text, character)
      }
      if (isOver || !(/[\r\n]/.test(text) || text.length > mostCharacters)) return
      isOver = true
      void pause(restMilliseconds).then(() => {
        end(text)
      })
    }
    input.setEncoding('utf8').on('data', take).on('end', stop)
    input.resume()
  })
}

function withoutMarks(text: string): string {
  return pasteMarks.reduce((rest, mark) => rest.replaceAll(mark, ''), text)
}

function changed(text: string, character: string): string {
  if (character === key.backspace || character === key.delete) return text.slice(0, -1)
  if (character === key.erase) return ''
  return text.length > mostCharacters ? text : text + character
}
