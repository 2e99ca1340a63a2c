/** What a program tells of itself: its list, its selection screen and its event blocks. */

export interface Field {
  get(): unknown
  set(value: unknown): unknown
  clear(): void
}

/** A parameter (P) or a selection criterion (S). */
export interface Selection {
  readonly name: string
  readonly kind: 'P' | 'S'
  readonly isObligatory: boolean
  readonly isLower: boolean
  readonly isCheckbox: boolean
  /** The group of a radio button. */
  readonly group: string
  readonly modif: string
  /** The parameter of the user's memory that gives the start value. */
  readonly memory?: string
  field(): Field
  start(): void
}

export interface Block {
  readonly event: string
  readonly subject: string
  /** True where the block ends the report. */
  run(): Promise<unknown>
}

export interface Program {
  readonly isExecutable: boolean
  readonly hasHeading: boolean
  readonly title: string
  /** The heading of the list, where the text pool has one. */
  readonly header: string
  readonly columnHeadings: readonly string[]
  readonly lineSize: number
  readonly lineCount: number
  readonly footer: number
  readonly selections: readonly Selection[]
  readonly blocks: readonly Block[]
}

/** Runs the blocks of an event in their order. @returns whether one ended the report */
export async function raise(program: Program, event: string, subject = ''): Promise<boolean> {
  for (const block of program.blocks) {
    if (block.event !== event || block.subject !== subject) continue
    if ((await block.run()) === true) return true
  }
  return false
}
