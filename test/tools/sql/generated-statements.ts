/** Long statements of ABAP SQL from a seed, each with the same statement for SQLite. */

export interface Statement {
  /** As a caller writes it: with comments, tabs and line ends between the words. */
  readonly abap: string
  readonly sqlite: string
  /** The literals in both. */
  readonly literals: readonly string[]
}

type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A fragment in both languages; blanks stand where a caller may break the line. */
interface Part {
  readonly abap: string
  readonly sqlite: string
}

const same = (text: string): Part => ({ abap: text, sqlite: text })
const pieces = [
  'ab',
  'Zz',
  ' ',
  '  ',
  "''",
  '*',
  ' * ',
  '"',
  'äöüß',
  '-',
  'Ø',
  'x,y',
  '( ',
  '|',
  '.',
  'a`b'
]

/** The source form of a literal's content: at most `longest` characters with its quotes. */
function content(random: Random, longest: number): string {
  const wanted = 1 + random(longest - 2)
  let text = ''
  while (text.length < wanted) {
    const piece = pieces[random(pieces.length)] ?? 'x'
    if (text.length + piece.length > longest - 2) break
    text += piece
  }
  return text === '' ? 'x' : text
}

class Writer {
  readonly #random: Random
  readonly literals: string[] = []

  constructor(random: Random) {
    this.#random = random
  }

  literal(longest = 60): Part {
    const text = content(this.#random, this.#random(8) === 0 ? 254 : longest)
    const quoted = `'${text}'`
    this.literals.push(quoted)
    return same(quoted)
  }

  column(): Part {
    const name = ['port_id', 'name', 'country'][this.#random(3)] ?? 'name'
    return { abap: `p~${name}`, sqlite: `p.${name}` }
  }

  condition(depth = 0): Part {
    const column = this.column()
    const both = (make: (operand: string) => string): Part => ({
      abap: make(column.abap),
      sqlite: make(column.sqlite)
    })
    // a literal is not longer than what it is compared with
    const wide = (make: (operand: string) => string): Part => ({
      abap: make(`CAST( ${column.abap} AS CHAR( 255 ) )`),
      sqlite: make(column.sqlite)
    })
    switch (this.#random(depth > 1 ? 3 : 7)) {
      case 0:
        return wide(operand => `${operand} <> ${this.literals.at(-1) ?? "'NONE'"}`)
      case 1: {
        const list = Array.from({ length: 2 + this.#random(12) }, () => this.literal(30).abap)
        const known = ["'SKA'", "'DK'", "'Kvalnes'"][this.#random(3)] ?? ''
        const not = this.#random(2) === 0 ? 'NOT ' : ''
        return wide(operand => `${operand} ${not}IN ( ${[...list, known].join(', ')} )`)
      }
      case 2:
        return both(operand => `${operand} NOT LIKE '%Q%*%'`)
      case 3:
        return {
          abap: `p~port_id IN ( SELECT from_port FROM zferry_route WHERE CAST( to_port AS CHAR( 255 ) ) <> ${this.literal().abap} )`,
          sqlite: `p.port_id IN ( SELECT from_port FROM zferry_route WHERE to_port <> ${this.literals.at(-1) ?? ''} )`
        }
      default: {
        const [left, right] = [this.condition(depth + 1), this.condition(depth + 1)]
        const word = this.#random(3) === 0 ? 'OR' : 'AND'
        return {
          abap: `( ${left.abap} ${word} ${right.abap} )`,
          sqlite: `( ${left.sqlite} ${word} ${right.sqlite} )`
        }
      }
    }
  }

  value(): Part {
    const column = this.column()
    switch (this.#random(5)) {
      case 0:
        return this.literal(240)
      case 1: {
        const [yes, no] = [this.literal(), this.literal()]
        const when = this.condition(1)
        return {
          abap: `CASE WHEN ${when.abap} THEN ${yes.abap} ELSE ${no.abap} END`,
          sqlite: `CASE WHEN ${when.sqlite} THEN ${yes.sqlite} ELSE ${no.sqlite} END`
        }
      }
      case 2:
        return {
          abap: 'CAST( p~port_id AS CHAR( 10 ) )',
          sqlite: 'CAST( p.port_id AS TEXT )'
        }
      case 3:
        return {
          abap: `concat( ${column.abap}, ${this.literal(40).abap} )`,
          sqlite: `rtrim( ${column.sqlite} ) || ${this.literals.at(-1) ?? ''}`
        }
      default:
        return column
    }
  }
}

/** Other white space and comments between the words, as callers send them. */
function scattered(random: Random, text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'| /g, found => {
    if (found !== ' ') return found
    return (
      ([' ', ' ', ' ', '\n', '\t', '   ', '\r\n  ', ' " it\'s * a comment\n '] as const)[
        random(8)
      ] ?? ' '
    )
  })
}

function longStatement(random: Random): Statement {
  const writer = new Writer(random)
  const grouped = random(6) === 0
  const values = grouped ? [] : Array.from({ length: 1 + random(4) }, () => writer.value())
  const joins = random(3)
  const counts = Array.from({ length: 1 + random(40) }, (_, at) => `COUNT( * ) AS n${at}`)
  const where = Array.from({ length: 1 + random(4) }, () => writer.condition())
  const tables = (dot: string): string =>
    [
      'FROM zferry_port AS p',
      ...(joins > 0 ? [`INNER JOIN zferry_route AS r ON r${dot}from_port = p${dot}port_id`] : []),
      ...(joins > 1 ? [`LEFT OUTER JOIN zferry_port AS q ON q${dot}port_id = r${dot}to_port`] : [])
    ].join(' ')
  const text = (language: keyof Part, dot: string): string => {
    const columns = [
      `p${dot}port_id AS id`,
      ...(grouped ? counts : values.map((part, at) => `${part[language]} AS c${at}`))
    ]
    const end = grouped ? ` GROUP BY p${dot}port_id` : ''
    return `SELECT ${columns.join(', ')} ${tables(dot)} WHERE ${where.map(part => part[language]).join(' AND ')}${end}`
  }
  return {
    abap: scattered(random, text('abap', '~')),
    sqlite: text('sqlite', '.'),
    literals: writer.literals
  }
}

/** Statements above 255 characters, the same for one seed. */
export function longStatements(seed: number, count: number): readonly Statement[] {
  const random = randomOf(seed)
  const statements: Statement[] = []
  while (statements.length < count) {
    const next = longStatement(random)
    if (next.sqlite.length > 255) statements.push(next)
  }
  return statements
}
