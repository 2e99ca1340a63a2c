/** The list of a report: lines of characters on pages, written at a cursor. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { refuse } from '../tables/keys.ts'
import { scalarOf } from '../values.ts'
import { listed, type ListOptions } from './format.ts'
import { Page } from './page.ts'

export interface ListPlace {
  readonly line?: true
  readonly column?: unknown
  /** A number, `*` for what is needed, or absent. */
  readonly length?: unknown
}
export interface WriteListOptions extends ListPlace, ListOptions {
  readonly noGap?: true
  readonly name?: string
  readonly under?: string
}
export interface PageOptions {
  readonly title?: boolean
  readonly heading?: boolean
  readonly top?: false
  readonly lineSize?: unknown
  readonly lineCount?: unknown
}

/** What a list needs of the program that writes it. */
export interface ListProgram {
  readonly hasHeading: boolean
  readonly title: string
  readonly columnHeadings: readonly string[]
  readonly lineSize: number
  readonly lineCount: number
  readonly footer: number
  topOfPage(): Promise<void>
  endOfPage(): Promise<void>
}

/** Without a window, lists are as wide as lists in the background may be. */
export const DEFAULT_WIDTH = 255
const MAX_WIDTH = 1023

export class List {
  readonly #program: ListProgram | undefined
  readonly #limit: number
  readonly #finished: string[] = []
  readonly #columns = new Map<string, number>()
  #page = new Page()
  #row = 0
  #column = 1
  #width: number
  #pageLength: number
  #number = 0
  #isOpen = false
  #isFraming = false
  #title: boolean
  #headings: boolean
  #top = true
  #keepsBlank = false
  #firstRow = 0
  #cells = 0

  /** Without a program the list has no pages. */
  constructor(limit: number, program?: ListProgram) {
    this.#limit = limit
    this.#program = program
    this.#width = program === undefined || program.lineSize === 0 ? DEFAULT_WIDTH : program.lineSize
    this.#pageLength = program?.lineCount ?? 0
    this.#title = program?.hasHeading ?? false
    this.#headings = this.#title
  }

  /** All lines so far, without blanks at their ends. */
  lines(): string[] {
    return [...this.#finished, ...this.#page.lines()]
  }

  /** The text so far; the list is empty then. */
  take(): string {
    const lines = this.lines()
    this.#finished.length = 0
    this.#page = new Page()
    this.#row = 0
    this.#column = 1
    return lines.map(line => `${line}\n`).join('')
  }

  async write(value: unknown, options: WriteListOptions): Promise<void> {
    await this.#open()
    if (options.line === true) await this.newLine()
    const length = options.length === undefined ? undefined : lengthOf(options.length)
    const text = listed(value, options, length)
    const under = options.under === undefined ? undefined : this.#columns.get(options.under)
    if (options.under !== undefined && under === undefined) {
      refuse(`WRITE … UNDER ${options.under}, which was not written before`)
    }
    const column = options.column === undefined ? under : Number(scalarOf(options.column))
    // an output outside of the line is ignored
    if (column !== undefined && (column < 0 || column > this.#width)) return
    if (column !== undefined && column > 0) this.#column = column
    else if (this.#column > 1 && this.#column + text.length - 1 > this.#width) await this.newLine()
    await this.#room()
    if (options.name !== undefined) this.#columns.set(options.name, this.#column)
    this.#put(text)
    if (options.noGap !== true) this.#column++
    this.#note()
  }

  async uline(place: ListPlace & { readonly noGap?: true }): Promise<void> {
    await this.#open()
    const isWhole = place.column === undefined && place.length === undefined
    if (place.line === true || isWhole) await this.newLine()
    const column = place.column === undefined ? undefined : Number(scalarOf(place.column))
    if (column !== undefined) this.#column = Math.max(1, column)
    const given = place.length === undefined ? undefined : lengthOf(place.length)
    await this.#room()
    const rest = this.#width - this.#column + 1
    this.#put('-'.repeat(Math.max(0, Math.min(rest, typeof given === 'number' ? given : rest))))
    if (isWhole) this.#nextRow()
    else if (place.noGap !== true) this.#column++
    this.#note()
  }

  async skip(count: unknown): Promise<void> {
    await this.#open()
    const rows = Math.trunc(Number(scalarOf(count)))
    if (rows <= 0) return
    if (this.#isWritten()) this.#nextRow()
    for (let at = 0; at < rows; at++) {
      await this.#room()
      this.#page.keep(this.#row)
      this.#nextRow()
    }
    this.#note()
  }

  async skipTo(line: unknown): Promise<void> {
    await this.#open()
    const row = Math.trunc(Number(scalarOf(line)))
    if (row < 1 || (this.#pageLength > 0 && row > this.#pageLength)) return
    this.#row = row - 1
    this.#column = 1
    this.#note()
  }

  position(column: unknown): void {
    this.#column = Math.max(1, Math.trunc(Number(scalarOf(column))))
    this.#note()
  }

  /** A line that holds blanks alone is written again, unless SET BLANK LINES ON keeps it. */
  async newLine(): Promise<void> {
    await this.#open()
    if (this.#isWritten()) this.#nextRow()
    this.#column = 1
    this.#note()
  }

  /** The next output begins a page; a page without output is none. */
  async newPage(options: PageOptions): Promise<void> {
    if (this.#isOpen) this.#finishPage()
    if (options.title !== undefined) this.#title = options.title
    if (options.heading !== undefined) this.#headings = options.heading
    this.#top = options.top ?? true
    if (options.lineSize !== undefined) {
      const width = Number(scalarOf(options.lineSize))
      this.#width = width > 0 && width <= MAX_WIDTH ? width : DEFAULT_WIDTH
    }
    if (options.lineCount !== undefined) {
      this.#pageLength = Math.max(0, Number(scalarOf(options.lineCount)))
    }
    await Promise.resolve()
  }

  /** A new page where fewer lines are left. */
  async reserve(count: unknown): Promise<void> {
    await this.#open()
    if (this.#pageLength > 0) {
      const last = this.#pageLength - (this.#program?.footer ?? 0)
      if (this.#row + Number(scalarOf(count)) > last) await this.#breakPage()
    }
    this.#firstRow = this.#row
  }

  /** To the first line behind the head of the page, or behind RESERVE. */
  async back(): Promise<void> {
    await this.#open()
    this.#row = this.#firstRow
    this.#column = 1
    this.#note()
  }

  blankLines(isOn: boolean): void {
    this.#keepsBlank = isOn
  }

  #isWritten(): boolean {
    return this.#page.isWritten(this.#row, this.#keepsBlank)
  }

  #put(text: string): void {
    const fitting = text.slice(0, Math.max(0, this.#width - this.#column + 1))
    this.#page.put(this.#row, this.#column, fitting)
    this.#column += fitting.length
    this.#spend(fitting.length)
  }

  #spend(cells: number): void {
    this.#cells += cells
    if (this.#cells > this.#limit) {
      throw new RunAborted({
        kind: 'limit',
        title: `Stopped by the sandbox: more than ${this.#limit} bytes of output`,
        details: [],
        stack: new Error('list').stack ?? ''
      })
    }
  }

  #nextRow(): void {
    this.#row++
    this.#column = 1
    this.#spend(1)
  }

  /** Room for a line: where the page is full, the next one begins. */
  async #room(): Promise<void> {
    if (this.#pageLength === 0 || this.#isFraming) return
    if (this.#row >= this.#pageLength - (this.#program?.footer ?? 0)) await this.#breakPage()
  }

  /** The page is full: END-OF-PAGE writes its foot. */
  async #breakPage(): Promise<void> {
    if ((this.#program?.footer ?? 0) > 0) {
      this.#isFraming = true
      this.#row = this.#pageLength - (this.#program?.footer ?? 0)
      this.#column = 1
      await this.#program?.endOfPage()
      this.#isFraming = false
    }
    this.#finishPage()
    await this.#open()
  }

  #finishPage(): void {
    this.#finished.push(...this.#page.lines())
    this.#page = new Page()
    this.#row = 0
    this.#column = 1
    this.#isOpen = false
  }

  /** The first output of a page writes its head: title, column headings, TOP-OF-PAGE. */
  async #open(): Promise<void> {
    if (this.#isOpen || this.#program === undefined) return
    this.#isOpen = true
    this.#number++
    this.#isFraming = true
    this.#note()
    this.#head(this.#program)
    if (this.#top) await this.#program.topOfPage()
    if (this.#isWritten()) this.#nextRow()
    this.#column = 1
    this.#isFraming = false
    this.#top = true
    this.#firstRow = this.#row
    this.#note()
  }

  #head({ title, columnHeadings }: ListProgram): void {
    const rule = '-'.repeat(this.#width)
    const page = String(this.#number)
    const lines: string[] = []
    if (this.#title) {
      lines.push(title.slice(0, this.#width - 7).padEnd(this.#width - page.length) + page, rule)
    }
    if (this.#headings && columnHeadings.length > 0) lines.push(...columnHeadings, rule)
    for (const line of lines) {
      this.#put(line)
      this.#row++
      this.#column = 1
    }
  }

  #note(): void {
    const sy = currentRuntime().builtin.sy.get()
    sy.colno?.set(this.#column)
    sy.linno?.set(this.#row + 1)
    sy.pagno?.set(this.#number)
    sy.linsz?.set(this.#width)
    sy.linct?.set(this.#pageLength)
  }
}

function lengthOf(value: unknown): number | '*' {
  return value === '*' || value === '**' ? '*' : Math.trunc(Number(scalarOf(value)))
}
