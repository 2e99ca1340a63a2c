/** Checks the source of simple transformations, and that of XSLT programs to be XML. */
import { Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import { readTransformation } from '../../grammar/transformations/program.ts'
import type { FileMessage } from '../../types.ts'
import { error, firstLine } from '../ranges.ts'

const RULE = 'transformation'

/** What is wrong in the source of a transformation, each at its place. */
export function checkTransformation(object: IObject): FileMessage[] {
  if (!(object instanceof Objects.Transformation)) return []
  const file = object.getFiles().find(each => each.getFilename().endsWith('.xslt.source.xml'))
  if (file === undefined) return []
  const source = file.getRaw()
  const { kind, issues } = readTransformation(source)
  if (kind === 'xslt') {
    const text = 'XSLT programs are kept as they are: the sandbox does not check or run them.'
    return [{ ...firstLine(file.getFilename()), severity: 'W', rule: 'sandbox_unchecked', text }]
  }
  return issues.map(({ text, from, to }) => {
    const [start, end] = [placeIn(source, from), placeIn(source, to)]
    const range = {
      file: file.getFilename(),
      startRow: start.row,
      startColumn: start.column,
      endRow: end.row,
      endColumn: end.column
    }
    return error(range, RULE, text)
  })
}

function placeIn(source: string, offset: number): { row: number; column: number } {
  const lines = source.slice(0, offset).split('\n')
  return { row: lines.length, column: lines.at(-1)?.length ?? 0 }
}
