/** Writes elements of XML 1.0 as text. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;'
}

/** A text for XML 1.0, which cannot hold most control characters in any form. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"\n\r\t]/g, found => escapes[found] ?? found)
}

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element whose content is elements, or escaped text. */
export function element(
  name: string,
  attributes: Attributes,
  content: readonly string[] = []
): string {
  const words = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`]
  )
  const open = `<${name}${words.join('')}`
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`
}

export function xmlDocument(root: string, doctype = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}${root.replaceAll('><', '>\n<')}\n`
}
