/** Message classes with their messages as the rows of T100A and T100, in all languages they have. */
import type { RepositoryFile } from '../types.ts'
import { elements, valuesIn } from './dictionary-rows.ts'
import type { DictionaryRow } from './dictionary-rows.ts'

export interface MessageRows {
  readonly T100: readonly DictionaryRow[]
  readonly T100A: readonly DictionaryRow[]
}

export function messageRows(files: readonly RepositoryFile[]): MessageRows {
  const classes = files.filter(({ name }) => /^[^.]+\.msag\.xml$/.test(name))
  return {
    T100: classes.flatMap(({ text }) => {
      // the table and its rows have the same name
      const rows = elements(text.replace(/<T100>\s*(?=<T100>)/, ''), 'T100').map(valuesIn)
      return rows.map(({ SPRSL = 'E', ARBGB = '', MSGNR = '', TEXT = '' }) => ({
        SPRSL,
        ARBGB,
        MSGNR,
        TEXT
      }))
    }),
    T100A: classes.flatMap(({ text }) =>
      elements(text, 'T100A')
        .map(valuesIn)
        .map(({ ARBGB = '', MASTERLANG = 'E', STEXT = '' }) => ({ ARBGB, MASTERLANG, STEXT }))
    )
  }
}
