/** Error bodies of the ERP: `exc:exception` and HTML error pages. */
import { attribute, children, parseXml, rawText, textOf } from './xml.ts'

export interface ErpException {
  readonly type: string
  readonly message: string
  readonly properties: Readonly<Record<string, string>>
}

/** Long enough for a list of faults; a longer text adds nothing. */
export const longestMessage = 4000

/** Reads `exc:exception`; undefined for other bodies. Repeated keys get the suffix `-2`, `-3`, … */
export function readException(body: string): ErpException | undefined {
  if (!/<(?:\w+:)?exception\b/.test(body.slice(0, 1000))) return undefined
  try {
    const { element } = parseXml(body, ['exception'])
    const properties: Record<string, string> = {}
    for (const entry of children(element, 'properties', 'entry')) {
      const key = attribute(entry, 'key') ?? ''
      let free = key
      for (let count = 2; free in properties; count++) free = `${key}-${count}`
      if (key !== '') properties[free] = rawText(entry)
    }
    const messages = [
      ...new Set(children(element, 'message').map(each => rawText(each).trim()))
    ].filter(each => each !== '')
    const whole = messages.join('; ') || textOf(element, 'localizedMessage')
    const message = whole.length > longestMessage ? `${whole.slice(0, longestMessage)}…` : whole
    const type = attribute(children(element, 'type')[0], 'id') ?? ''
    return { type, message: /^\w?::\d*$/.test(message) ? '' : message, properties }
  } catch {
    return undefined
  }
}

function decodeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    nbsp: ' ',
    apos: "'"
  }
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (all, name: string) => named[name] ?? all)
    .replace(/&#(\d{1,6});/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The message of an error page of the kernel, without markup. */
export function readPage(html: string): string {
  const texts = Array.from(html.matchAll(/id\s*=\s*"msgText"[^>]*>([\s\S]*?)<\/span>/gi), found =>
    decodeHtml(found[1] ?? '')
  )
  const detail = texts.find(text => text !== '' && !text.startsWith('Server time:'))
  const title = decodeHtml(/<title>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? '')
  return [title, detail].filter(Boolean).join(': ').slice(0, 400)
}
