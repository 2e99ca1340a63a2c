/** Finds the objects that an ABAP source uses. */
import { lineAt, lineStarts } from './units.ts'
import { statements } from './statements.ts'
import type { Statement } from './statements.ts'

/**
 * How a source needs something outside of itself. `refers` is a constant or type of a class, which
 * replaces nothing in a test and runs nothing; `environment` is the date, time or user of the
 * session.
 */
export type UseKind =
  | 'inherits'
  | 'implements'
  | 'creates'
  | 'calls'
  | 'refers'
  | 'type'
  | 'function'
  | 'reads'
  | 'writes'
  | 'exception'
  | 'program'
  | 'transaction'
  | 'authority'
  | 'environment'
  | 'dynamic'

export interface Use {
  readonly kind: UseKind
  /** Upper case; for `dynamic` the statement itself. */
  readonly name: string
  readonly member?: string | undefined
  /** 1-based. */
  readonly line: number
}

const builtIn = new Set([
  'I',
  'C',
  'N',
  'D',
  'T',
  'P',
  'F',
  'X',
  'B',
  'S',
  'INT8',
  'STRING',
  'XSTRING',
  'DECFLOAT',
  'DECFLOAT16',
  'DECFLOAT34',
  'UTCLONG',
  'ANY',
  'DATA',
  'OBJECT',
  'TABLE',
  'NUMERIC',
  'SIMPLE',
  'CLIKE',
  'CSEQUENCE',
  'XSEQUENCE',
  'HASHED',
  'SORTED',
  'STANDARD',
  'INDEX',
  'RANGE',
  'LINE',
  'REF',
  'STRUCTURE',
  'ABAP_BOOL',
  'SY',
  'SYST',
  'ME',
  'SUPER',
  '#'
])

const name = /^(?:\/[A-Z0-9_]+\/)?[A-Z_][A-Z0-9_]*$/

const constructors = new Set([
  'NEW',
  'CAST',
  'CONV',
  'VALUE',
  'EXACT',
  'CORRESPONDING',
  'REDUCE',
  'REF',
  'FILTER'
])

const tableWords = new Set([
  'TABLE',
  'STANDARD',
  'SORTED',
  'HASHED',
  'INDEX',
  'ANY',
  'OF',
  'LINE',
  'REF',
  'TO',
  'RANGE'
])

/**
 * What a source needs from outside: everything that names something it does not define itself. In
 * order of appearance, with repeats.
 */
export function findUses(text: string): Use[] {
  const starts = lineStarts(text)
  const own = new Set<string>()
  const found: Use[] = []
  for (const statement of statements(text)) {
    const { words, start } = statement
    const [first = '', second = ''] = words
    if ((first === 'CLASS' || first === 'INTERFACE') && second !== '') own.add(second)
    if (first === 'TYPES') for (const declared of declaredTypes(words)) own.add(declared)
    const line = lineAt(starts, start)
    const add = (kind: UseKind, used: string, member?: string) => {
      found.push({ kind, name: used, member, line })
    }
    scanMembers(words, add)
    scanTypes(words, add)
    scanStatement(statement, text, add)
  }
  return found.filter(
    use =>
      use.kind === 'dynamic' ||
      use.kind === 'environment' ||
      (!own.has(use.name) && !builtIn.has(use.name))
  )
}

type Add = (kind: UseKind, name: string, member?: string) => void

function declaredTypes(words: readonly string[]): string[] {
  const chained = words[1] === ':'
  return words.filter((word, index) => {
    const before = words[index - 1]
    const opens = chained ? before === ':' || before === ',' : index === 1
    return (
      (opens && word !== 'BEGIN' && word !== 'END') ||
      (before === 'OF' && words[index - 2] === 'BEGIN')
    )
  })
}

/** `ZCL_X=>RUN`; instance calls do not name their class. */
function scanMembers(words: readonly string[], add: Add): void {
  words.forEach((word, index) => {
    const [, owner = '', member] = /^([A-Z0-9_/]+)=>([A-Z0-9_~]+)/.exec(word) ?? []
    if (name.test(owner)) {
      add(
        words[index + 1] === '(' || words[index - 1] === 'METHOD' ? 'calls' : 'refers',
        owner,
        member
      )
    }
  })
}

function scanTypes(words: readonly string[], add: Add): void {
  words.forEach((word, index) => {
    const next = words[index + 1] ?? ''
    if (word === 'TYPE' || word === 'LIKE') {
      let at = index + 1
      while (tableWords.has(words[at] ?? '') && at < words.length) at += 1
      addName(words[at], used =>
        add(
          words[0] === 'RAISE' || words.includes('EXCEPTION')
            ? 'exception'
            : words[0] === 'CREATE'
              ? 'creates'
              : 'type',
          used
        )
      )
    }
    if (constructors.has(word) && words[index + 2] === '(') {
      addName(next, used => add(word === 'NEW' ? 'creates' : 'type', used))
    }
  })
}

function addName(word: string | undefined, add: (used: string) => void): void {
  const bare = /^([A-Z0-9_/]+?)(?:-[A-Z0-9_-]+)?$/.exec(word ?? '')?.[1] ?? ''
  if (name.test(bare)) add(bare)
}

const environmentField = /^(?:SY|SYST)-(?:DATUM|UZEIT|DATLO|TIMLO|UNAME)$/

function scanStatement(statement: Statement, text: string, add: Add): void {
  const { words } = statement
  const [first = '', second = ''] = words
  const raw = () => text.slice(statement.start, statement.end)
  const wordAfter = (word: string) => words[words.indexOf(word) + 1]
  if (words.includes('INHERITING')) addName(wordAfter('FROM'), used => add('inherits', used))
  if (first === 'INTERFACES') {
    words.slice(1).forEach(word => {
      if (word !== ':' && word !== ',') addName(word, used => add('implements', used))
    })
  }
  if (first === 'METHODS' || first === 'CLASS-METHODS') {
    namesFrom(words, 'RAISING').forEach(used => add('exception', used))
  }
  if (first === 'CATCH') {
    words
      .slice(1)
      .filter(word => /^(?:\/\w+\/|[ZY])?[A-Z]*CX_/.test(word))
      .forEach(word => addName(word, used => add('exception', used)))
  }
  if (first === 'CALL' && (second === 'FUNCTION' || second === 'TRANSACTION')) {
    addLiteral(raw(), second === 'FUNCTION' ? 'function' : 'transaction', add)
  }
  if (first === 'AUTHORITY-CHECK') addLiteral(raw(), 'authority', add)
  if (first === 'SUBMIT') {
    second === '(' ? add('dynamic', oneLine(raw())) : addName(second, used => add('program', used))
  }
  if (isDynamic(words)) add('dynamic', oneLine(raw()))
  const field = words.find(word => environmentField.test(word))
  if (field !== undefined) add('environment', field)
  else if (first === 'GET' && second === 'TIME') add('environment', 'GET TIME')
  scanSql(words, add)
}

function namesFrom(words: readonly string[], keyword: string): string[] {
  const from = words.indexOf(keyword)
  return from < 0
    ? []
    : words
        .slice(from + 1)
        .filter(
          word =>
            name.test(word) &&
            !['RESUMABLE', 'METHODS', 'EXCEPTIONS', 'FOR', 'TESTING'].includes(word) &&
            word.includes('_')
        )
}

function addLiteral(raw: string, kind: UseKind, add: Add): void {
  const literal = /['`]([^'`]+)['`]/.exec(raw)?.[1]?.trim().toUpperCase()
  if (literal === undefined) add('dynamic', oneLine(raw))
  else add(kind, literal)
}

function isDynamic(words: readonly string[]): boolean {
  const [first, second, third] = words
  if (
    (first === 'PERFORM' && second === '(') ||
    (first === 'CALL' && second === 'METHOD' && third === '(')
  ) {
    return true
  }
  return words.some(
    (word, index) =>
      (/(?:->|=>)$/.test(word) && words[index + 1] === '(') ||
      (word === 'TYPE' && words[index + 1] === '(' && first === 'CREATE')
  )
}

const sqlStarts = new Set(['SELECT', 'OPEN', 'WITH'])

/** Database tables and views; what is read into or changed in memory has other forms. */
function scanSql(words: readonly string[], add: Add): void {
  const [first = '', second = '', third = ''] = words
  const isQuery = sqlStarts.has(first) || words.includes('SELECT')
  words.forEach((word, index) => {
    if (!isQuery || (word !== 'FROM' && word !== 'JOIN')) return
    let at = index + 1
    while (words[at] === '(') at += 1
    const used = words[at] ?? ''
    if (!used.startsWith('@') && used !== 'SELECT' && used !== 'TABLE' && !used.startsWith('+')) {
      addName(used.split('\\')[0], one => add('reads', one))
    }
  })
  if (first === 'DELETE' && second === 'FROM') addName(third, used => add('writes', used))
  if (first === 'INSERT' && second === 'INTO') addName(third, used => add('writes', used))
  if (
    (first === 'UPDATE' && (third === 'SET' || third === 'FROM')) ||
    ((first === 'INSERT' || first === 'MODIFY') && third === 'FROM')
  ) {
    addName(second, used => add('writes', used))
  }
}

function oneLine(raw: string): string {
  return raw.replace(/\s+/g, ' ').trim().slice(0, 120)
}
