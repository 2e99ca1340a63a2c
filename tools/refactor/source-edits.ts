/** Collects the edits of several sources, so that each source is written once. */
import type { Source } from '../../erp-client/index.ts'
import { lineAt, lineStarts } from '../abap/units.ts'
import type { OffsetEdit } from './call-edits.ts'
import { sourceWords } from './changed-source.ts'
import type { ChangedSource } from './changed-source.ts'
import { applied } from './quick-fix.ts'

type LineEdit = Parameters<typeof applied>[1][number]

interface Edited {
  readonly source: Source
  readonly edits: readonly LineEdit[]
  readonly places: number
}

export class SourceEdits {
  readonly #all = new Map<string, Edited>()

  /** @param places how many places of the source the edits are, e.g. one call with two edits */
  addLines(source: Source, edits: readonly LineEdit[], places = edits.length): void {
    const known = this.#of(source)
    this.#all.set(sourceWords(source), {
      source,
      edits: [...known.edits, ...edits],
      places: known.places + places
    })
  }

  /** The edits of one place. */
  addPlace(source: Source, edits: readonly OffsetEdit[]): void {
    this.addLines(
      source,
      edits.map(edit => lineEdit(source.text, edit)),
      1
    )
  }

  #of(source: Source): Edited {
    return this.#all.get(sourceWords(source)) ?? { source, edits: [], places: 0 }
  }

  /** Replaces a piece of text, and what other edits change inside of it. */
  replace(source: Source, edit: OffsetEdit): void {
    const starts = lineStarts(source.text)
    const known = this.#of(source)
    const outside = known.edits.filter(({ line, column }) => {
      const offset = (starts[line - 1] ?? 0) + column - 1
      return offset < edit.from || offset >= edit.to
    })
    this.#all.set(sourceWords(source), {
      source,
      edits: [...outside, lineEdit(source.text, edit)],
      places: known.places - (known.edits.length - outside.length) + 1
    })
  }

  /** The changed sources; `last` is written last. */
  changed(last: Source): ChangedSource[] {
    const isLast = ({ source }: Edited) => sourceWords(source) === sourceWords(last)
    const all = [...this.#all.values()]
    return [...all.filter(one => !isLast(one)), ...all.filter(isLast)].map(
      ({ source, edits, places }) => ({
        before: source,
        after: applied(source.text, edits),
        places
      })
    )
  }
}

function lineEdit(text: string, { from, to, after }: OffsetEdit): LineEdit {
  const starts = lineStarts(text)
  const place = (offset: number) => {
    const line = lineAt(starts, offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
  const [start, end] = [place(from), place(to)]
  return { ...start, endLine: end.line, endColumn: end.column, before: text.slice(from, to), after }
}
