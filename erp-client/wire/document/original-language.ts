/** Documents are changed in the original language of their object. */
import { attributeNamed, refused } from './find.ts'
import type { PlacedElement } from './tree.ts'

/**
 * The ERP takes the log-on language of a change for the original language of the object, and records
 * all texts again; of a message class it deletes the texts of the log-on language alone.
 *
 * @throws ErpError ERP_BAD_REQUEST where the two differ
 */
export function requireOriginal(root: PlacedElement): void {
  const value = (name: string) => attributeNamed(root, name)?.value.toUpperCase() ?? ''
  const [language, original] = [value('language'), value('masterLanguage')]
  if (language === '' || original === '' || language === original) return
  throw refused(
    `The log-on language is ${language} and the original language of the object is ${original}: a change would make ${language} its original language`,
    `Log on in ${original} (--language) to change it.`
  )
}
