/** Comparing user names as the ERP compares them, without changing any of them. */

/**
 * The form in which two spellings of one ERP user are equal: user names are upper case in the ERP,
 * and its certificate rules ignore case. Compatibility forms count as what they stand for, so that
 * no look-alike passes as another name.
 */
export function userNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase()
}
