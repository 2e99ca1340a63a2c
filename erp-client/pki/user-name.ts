/** Compares user names as the ERP does, without changing them. */

/**
 * The form in which all spellings of one ERP user are equal: user names are upper case in the ERP,
 * and its certificate rules ignore case. Compatibility characters count as the characters they
 * stand for, so that no look-alike passes as another name.
 */
export function userNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase()
}
