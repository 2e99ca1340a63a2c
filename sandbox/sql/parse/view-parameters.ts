/** Parses the parameters of a CDS view, and the values that a source passes to them. */
import type { ViewParameter } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { pathParsers } from './expressions.ts'
import { parseType } from './literals.ts'

/** `p_date : abap.dats, @Environment.systemField: #CLIENT p_client : mandt` behind WITH PARAMETERS. */
export function parseParameters(
  cursor: Cursor,
  parseAnnotations: (cursor: Cursor) => ReadonlyMap<string, string>
): ViewParameter[] {
  const parameters = cursor.list(() => {
    const annotations = parseAnnotations(cursor)
    const name = cursor.name('The name of a parameter')
    cursor.expect(':')
    const type = parseType(cursor)
    parseAnnotations(cursor)
    const systemField = annotations.get('ENVIRONMENT.SYSTEMFIELD')?.replace('#', '')
    return { name, ...type, ...(systemField === undefined ? {} : { systemField }) }
  })
  const twice = parameters.find(({ name }, index) =>
    parameters.slice(0, index).some(other => other.name === name)
  )
  if (twice !== undefined) throw cursor.error(`The parameter ${twice.name} is defined twice`)
  return parameters
}

/** `( p_date = '20260101', p_max = 5 )`; CDS sources write a colon. Undefined without a parenthesis. */
export const parseArgumentList = pathParsers.argumentList
