/**
 * A function module whose parameters, which the linter does not read, are comments; every line
 * stays where it is.
 */
export interface CommentedParameters {
  readonly text: string
  /** The lines that were replaced. */
  readonly head: readonly string[]
}

/** Rules that would miss the parameters. */
export const needParameters = ['check_syntax', 'unused_variables'] as const

export function withoutParameters(source: string): CommentedParameters {
  const lines = source.split('\n')
  const end = lines.findIndex(line =>
    line
      .replace(/^\*.*|"[^\n]*/, '')
      .replace(/'[^']*'|`[^`]*`/g, '')
      .includes('.')
  )
  const [opening] = /^\s*FUNCTION\s+[\w/]+/i.exec(lines[0] ?? '') ?? []
  if (end < 1 || opening === undefined) return { text: source, head: [] }
  const head = lines.slice(0, end + 1)
  return {
    text: [`${opening}.`, ...head.slice(1).map(line => `*"${line}`), ...lines.slice(end + 1)].join(
      '\n'
    ),
    head
  }
}

export function withParameters(text: string, head: readonly string[]): string {
  return head.length === 0 ? text : [...head, ...text.split('\n').slice(head.length)].join('\n')
}
