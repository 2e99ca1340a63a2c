/** Reads the columns of a table out of its definition. */

export interface Column {
  readonly key: boolean
  readonly type: string
}

/** The columns of a table definition in its source form. */
export function columnsOf(source: string): Map<string, Column> {
  // A column may stand behind an annotation in the same line.
  const bare = source
    .replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)|(?:\/\/|--)[^\n]*|'(?:[^'\n]|'')*'/g, '')
    .replace(/@<?[\w.]+\s*(?::\s*(?:#[\w.]+|true\b|false\b|-?\d+|\[[^\]]*\]|\{[^}]*\})?)?/g, '')
  const body = bare.slice(bare.indexOf('{') + 1, bare.lastIndexOf('}'))
  const columns = new Map<string, Column>()
  for (const part of body.split(';')) {
    const include = /^\s*(key\s+)?include\s+([\w/]+)/i.exec(part)
    const field = /^\s*(key\s+)?([\w/]+)\s*:\s*([\s\S]+)$/i.exec(part)
    if (include?.[2] !== undefined) {
      columns.set(`INCLUDE ${include[2].toUpperCase()}`, {
        key: include[1] !== undefined,
        type: 'include'
      })
    } else if (field?.[2] !== undefined) {
      columns.set(field[2].toUpperCase(), {
        key: field[1] !== undefined,
        type: typeWords(field[3] ?? '')
      })
    }
  }
  return columns
}

function typeWords(text: string): string {
  // Foreign keys, value helps and "not null" do not touch the stored value.
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s*(not null|with foreign key|with value help)\b[\s\S]*$/i, '')
    .trim()
    .toLowerCase()
}
