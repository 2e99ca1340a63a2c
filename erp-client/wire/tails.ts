/**
 * Trims characters from the end of a text in linear time: an expression such as `/[ .]+$/` is
 * quadratic in their number, and texts of callers and of the ERP may contain a million.
 */

/**
 * Cuts characters off the end of a text. An expression such as `/[ .]+$/` tries again at each of
 * them and takes a time that grows with the square of their number; texts of callers and of the ERP
 * may hold a million.
 */
export function trimEndOf(text: string, tail: string): string {
  let end = text.length
  while (end > 0 && tail.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
