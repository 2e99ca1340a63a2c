/** Reads the attributes in the `CLASS … DEFINITION` statement of a global class. */
export interface ClassHeader {
  readonly final: boolean
  readonly abstract: boolean
  readonly visibility: 'public' | 'protected' | 'private'
  readonly category: 'generalObjectType' | 'exceptionClass' | 'testClass' | 'behaviorPool'
  readonly superclass?: string
  /** The root entity of the behavior that a behavior pool implements. */
  readonly rootEntity?: string
  readonly interfaces: readonly string[]
  readonly sharedMemory: boolean
}

/**
 * Source without comments and the content of literals, so that keywords in them are not taken for
 * code.
 */
function withoutCommentsAndLiterals(source: string): string {
  return source
    .replace(/^\*.*$/gm, '')
    .replace(/"[^"\r\n]*$/gm, '')
    .replace(/'[^'\r\n]*'/g, "''")
}

function creation(statement: string): ClassHeader['visibility'] {
  const [, visibility = ''] = /\bCREATE\s+(PUBLIC|PROTECTED|PRIVATE)\b/i.exec(statement) ?? []
  return visibility.toLowerCase() === 'protected'
    ? 'protected'
    : visibility.toLowerCase() === 'private'
      ? 'private'
      : 'public'
}

/**
 * Whether the text of a global class can be split into its sections: its definition and its
 * implementation are there and closed. What stands inside of them is not looked at; a source with
 * syntax errors can be saved.
 */
export function isCompleteClass(source: string, name: string): boolean {
  const escaped = name.replace(/\W/g, '\\$&')
  const code = withoutCommentsAndLiterals(source)
  const begins = (keyword: string) =>
    code.search(new RegExp(`(^|[\\s.])CLASS\\s+${escaped}\\s+${keyword}(?![\\w])`, 'i'))
  const definition = begins('DEFINITION')
  const implementation = begins('IMPLEMENTATION')
  if (definition < 0 || implementation < definition) return false
  const closed = (text: string) => /(^|[\s.])ENDCLASS\s*\./i.test(text)
  return closed(code.slice(definition, implementation + 1)) && closed(code.slice(implementation))
}

/** Reads the first class definition of a source; a source without one is a plain public class. */
export function readClassHeader(source: string): ClassHeader {
  const code = withoutCommentsAndLiterals(source)
  const [, name = '', statement = ''] =
    /^\s*CLASS\s+(\S+)\s+DEFINITION\b([^.]*)\./im.exec(code) ?? []
  const [, superclass] = /\bINHERITING\s+FROM\s+([^\s.]+)/i.exec(statement) ?? []
  const [, rootEntity] = /\bFOR\s+BEHAVIOR\s+OF\s+([^\s.]+)/i.exec(statement) ?? []
  const [definition = ''] =
    /^\s*CLASS\s+\S+\s+DEFINITION\b[\s\S]*?^\s*ENDCLASS\b/im.exec(code) ?? []
  const interfaces = [...definition.matchAll(/^\s*INTERFACES\s*:?\s*([^.]*)\./gim)].flatMap(match =>
    (match[1] ?? '')
      .split(',')
      .map(each => each.trim().split(/\s/)[0] ?? '')
      .filter(each => each !== '')
  )
  const exception =
    /^(\/\w+\/)?[zy]?cx_/i.test(name) || /^(\/\w+\/)?[zy]?cx_/i.test(superclass ?? '')
  return {
    final: /\bFINAL\b/i.test(statement),
    abstract: /\bABSTRACT\b/i.test(statement),
    visibility: creation(statement),
    category: exception
      ? 'exceptionClass'
      : /\bFOR\s+TESTING\b/i.test(statement)
        ? 'testClass'
        : rootEntity === undefined
          ? 'generalObjectType'
          : 'behaviorPool',
    interfaces: interfaces.map(each => each.toUpperCase()),
    sharedMemory: /\bSHARED\s+MEMORY\s+ENABLED\b/i.test(statement),
    ...(superclass === undefined ? {} : { superclass: superclass.toUpperCase() }),
    ...(rootEntity === undefined ? {} : { rootEntity: rootEntity.toUpperCase() })
  }
}
