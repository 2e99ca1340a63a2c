/** What a verification of audit files finds. */
import type { Place } from './lines.ts'

/** The kinds of findings, with what each means. */
export const findingKinds = {
  altered: 'its content does not fit its MAC',
  removed: 'lines are missing before this one, or after the last one that is there',
  inserted: 'a line that no chain has at this place, or a copy of one',
  moved: 'a genuine line in another place',
  torn: 'the beginning of a line whose rest was never written',
  unsealed: 'an audit line without a MAC, as a bridge without a key writes it',
  'wrong key': 'a chain under a key that was not given',
  unended:
    'the last line of a chain that no end follows: its bridge runs or was killed, or the end was cut off',
  anchor: 'a line that differs from its anchor'
} as const

export type FindingKind = keyof typeof findingKinds

export interface Finding {
  kind: FindingKind
  readonly file: string
  readonly line: number
  readonly writer?: string
  readonly detail: string
}

/** A change that was begun, and whose end no line records. */
export interface OpenIntent {
  readonly file: string
  readonly line: number
  readonly words: string
}

export interface WriterFacts {
  readonly writer: string
  readonly lines: number
  readonly ended: boolean
}

export interface AuditReport {
  readonly intact: boolean
  readonly lines: number
  readonly writers: readonly WriterFacts[]
  readonly findings: readonly Finding[]
  /** Whether there were so many findings that the rest was not read. */
  readonly stopped: boolean
  readonly anchors: number
  readonly unknownOutcomes: readonly OpenIntent[]
}

export function findingAt(
  kind: FindingKind,
  { file, line }: Place,
  { writer, detail }: { readonly writer?: string | undefined; readonly detail: string }
): Finding {
  return { kind, file, line, ...(writer === undefined ? {} : { writer }), detail }
}
