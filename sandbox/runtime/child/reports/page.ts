/** A page of a list: rows of characters, counted from 0, and columns from 1. */

export class Page {
  readonly #rows: string[][] = []
  /** Rows that SKIP made stay, even though they are blank. */
  readonly #kept = new Set<number>()

  /** Writes over what stands there. */
  put(row: number, column: number, text: string): void {
    const cells = (this.#rows[row] ??= [])
    while (cells.length < column - 1) cells.push(' ')
    for (let at = 0; at < text.length; at++) cells[column - 1 + at] = text.charAt(at)
    this.#kept.delete(row)
  }

  keep(row: number): void {
    this.#rows[row] ??= []
    this.#kept.add(row)
  }

  /** Whether a row has an output; blanks are one only where they are to be kept. */
  isWritten(row: number, withBlanks: boolean): boolean {
    const cells = this.#rows[row]
    if (cells === undefined || this.#kept.has(row)) return false
    return cells.some(sign => sign !== ' ') || (withBlanks && cells.length > 0)
  }

  /** The rows without blanks at their ends; a row that was begun and not written is none. */
  lines(): string[] {
    const lines = Array.from(this.#rows, cells => (cells ?? []).join('').trimEnd())
    while (lines.at(-1) === '' && !this.#kept.has(lines.length - 1)) lines.pop()
    return lines
  }
}
