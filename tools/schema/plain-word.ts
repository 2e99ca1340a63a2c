/** The form in which two spellings of a word are compared. */

/** Lower case, without `_`, `-` and blanks. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[_\-\s]/g, '')
}
