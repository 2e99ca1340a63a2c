/** The SQL that the ERP generates of a CDS source. */
import { attribute, children, parseXml, rawText } from '../xml.ts'

export interface CreateStatement {
  /** Entity or view that the statement creates. */
  readonly name: string
  readonly sql: string
}

/** @throws ErpError ERP_BAD_ANSWER */
export function readCreateStatements(xml: string): CreateStatement[] {
  const { element } = parseXml(xml, ['source'])
  return children(element, 'createStatements', 'createStatement').flatMap(each => {
    const sql = children(each, 'statement')
      .map(statement => rawText(statement).trim())
      .join('\n')
    return sql === '' ? [] : [{ name: attribute(each, 'name') ?? '', sql }]
  })
}
