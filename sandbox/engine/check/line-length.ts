/** Checks that the lines of ABAP sources are not too long. */
import type { ABAPFile } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error } from '../ranges.ts'

const LONGEST = 255

export function checkLineLength(file: ABAPFile): FileMessage[] {
  return file.getRawRows().flatMap((line, index) => {
    const length = line.replace(/\r$/, '').length
    if (length <= LONGEST) return []
    const [startRow, endRow] = [index + 1, index + 1]
    const range = { file: file.getFilename(), startRow, startColumn: LONGEST, endRow }
    const text = `The line has ${length} characters: a line of a source has at most ${LONGEST}.`
    return [error({ ...range, endColumn: length }, 'line_length', text)]
  })
}
