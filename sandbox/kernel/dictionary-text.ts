/** Reads tables and structures that are written as lines of text. */
import type { DictionaryTable, Field } from './dictionary-types.ts'

/**
 * A line: name, `table` or `structure`, short text between quotes, fields as `NAME:TYPE`, a `!`
 * behind those of the key; the type of a field whose name is its data element is left out.
 */
export function readTables(text: string): DictionaryTable[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, name, kind, description, fields] =
        /^(\S+) (table|structure) '([^']*)' (.*)$/.exec(line.trim()) ?? []
      if (name === undefined || description === undefined || fields === undefined) {
        throw new Error(`not a table: ${line}`)
      }
      return {
        name,
        text: description,
        kind: kind === 'table' ? 'table' : 'structure',
        fields: fields.split(' ').map(readField)
      }
    })
}

function readField(text: string): Field {
  const [name = '', type = name] = text.replace('!', '').split(':')
  return text.endsWith('!') ? [name, type, 'key'] : [name, type]
}

/** Lines of data elements: name, built-in type, short text between quotes. */
export function readElements(text: string): [name: string, type: string, text: string][] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, name, type, description] = /^(\S+) ([^']+) '([^']*)'$/.exec(line.trim()) ?? []
      if (name === undefined || type === undefined || description === undefined) {
        throw new Error(`not a data element: ${line}`)
      }
      return [name, type, description]
    })
}
