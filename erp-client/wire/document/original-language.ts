/** Objects are changed in their original language. */
import type { ErpError } from '../../errors.ts'
import { attributeNamed, refused } from './find.ts'
import type { PlacedElement } from './tree.ts'

/** Of a document that is shown in another language than the original one of its object. */
export interface OtherLanguage {
  readonly language: string
  readonly original: string
}

/** Undefined where both are the same, or the document does not say them. */
export function otherLanguage(
  value: (attribute: 'language' | 'masterLanguage') => string | undefined
): OtherLanguage | undefined {
  const language = value('language')?.toUpperCase() ?? ''
  const original = value('masterLanguage')?.toUpperCase() ?? ''
  if (language === '' || original === '' || language === original) return undefined
  return { language, original }
}

/**
 * The ERP takes the log-on language of a change for the original language of the object, and records
 * all texts again; of a message class it deletes the texts of the log-on language alone.
 *
 * @throws ErpError ERP_BAD_REQUEST where the two differ
 */
export function requireOriginal(root: PlacedElement): void {
  const other = otherLanguage(name => attributeNamed(root, name)?.value)
  if (other !== undefined) throw notOriginal(other)
}

export function notOriginal({ language, original }: OtherLanguage): ErpError {
  return refused(
    `The log-on language is ${language} and the original language of the object is ${original}: a change would make ${language} its original language`,
    `Log on in ${original} (--language) to change it.`
  )
}
