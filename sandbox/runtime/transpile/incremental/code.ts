/** The code of a source. */

/** Whole lines, and what stands behind a quotation mark that no literal can hold. */
const COMMENTS = /^\*.*$|"[^'`|\n]*$/gm

/** Objects in comments are not needed to run: they are no part of a request. */
export function codeOf(file: string, text: string): string {
  return file.endsWith('.abap') ? text.replace(COMMENTS, '') : text
}
