/** Built-in functions and fields as proposals. */
import type { Proposal } from './proposals.ts'

const BUILTINS = [
  'abs',
  'boolc',
  'ceil',
  'concat_lines_of',
  'condense',
  'contains',
  'count',
  'escape',
  'find',
  'floor',
  'insert',
  'ipow',
  'line_exists',
  'line_index',
  'lines',
  'match',
  'matches',
  'nmax',
  'nmin',
  'numofchar',
  'repeat',
  'replace',
  'reverse',
  'round',
  'sign',
  'strlen',
  'substring',
  'substring_after',
  'substring_before',
  'to_lower',
  'to_upper',
  'translate',
  'trunc',
  'xsdbool',
  'xstrlen'
]
export function builtins(): Proposal[] {
  return BUILTINS.map(name => ({
    name: name.toUpperCase(),
    kind: 'builtin',
    detail: 'built-in function'
  }))
}
