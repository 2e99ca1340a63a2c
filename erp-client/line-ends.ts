/** Line ends of texts: the library works with LF, the ERP sends CR LF or LF. */

export type LineEnd = '\n' | '\r\n'

/** A text of the ERP with LF; a CR that stands alone is part of the text and stays. */
export function crlfToLf(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

/** A text from elsewhere with LF, whichever line ends it has: CR LF, LF or CR. */
export function toLf(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

export function lineEndOf(text: string): LineEnd {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

export function withLineEnd(text: string, lineEnd: LineEnd): string {
  const plain = crlfToLf(text)
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}
