/** Answers of the data preview, from columns to rows. */
import { ErpError } from '../errors.ts'
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, child, children, parseXml, rawText, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface TableColumn {
  readonly name: string
  /** ABAP kind: C N D T P I b s 8 F a e X y g. */
  readonly type: string
  readonly length?: number | undefined
  readonly description?: string | undefined
  readonly key?: boolean | undefined
}

export interface TableResult {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** Rows on the database, where the ERP reports them. */
  readonly total?: number | undefined
  readonly truncated: boolean
}

function readColumn(column: XmlElement): TableColumn {
  const metadata = child(column, 'metadata')
  const length = Number(attribute(metadata, 'length') ?? '')
  return {
    name: attribute(metadata, 'name') ?? '',
    type: attribute(metadata, 'type') ?? '',
    length:
      attribute(metadata, 'length') === undefined || Number.isNaN(length) ? undefined : length,
    description: attribute(metadata, 'description') || undefined,
    key: attribute(metadata, 'keyAttribute') === 'true'
  }
}

function readCell(data: XmlElement): string | null {
  return attribute(data, 'nil') === 'true' ? null : rawText(data)
}

/**
 * An answer without columns may say in its messages why the ERP read nothing, with status 200: a
 * CDS view with parameters is refused like this.
 */
function assertRead(element: XmlElement, columns: readonly XmlElement[]): void {
  const words = children(element, 'message')
    .map(message => attribute(message, 'text') ?? '')
    .filter(text => text !== '')
  if (columns.length > 0 || words.length === 0) return
  throw new ErpError('ERP_BAD_REQUEST', words.join('; '), { status: 200, quoted: true })
}

/**
 * Converts the columns of the data preview into rows.
 *
 * @throws ErpError ERP_BAD_ANSWER when columns differ in length, ERP_BAD_REQUEST with the messages
 * of an answer without columns
 */
export function readTableXml(xml: string, maxRows: number): TableResult {
  const { element } = parseXml(xml, ['tableData'])
  const columns = children(element, 'columns')
  assertRead(element, columns)
  const cells = columns.map(column => children(column, 'dataSet', 'data').map(readCell))
  const height = Math.max(0, ...cells.map(each => each.length))
  if (cells.some(each => each.length !== height)) {
    throw new ErpError('ERP_BAD_ANSWER', 'The columns of the answer differ in length')
  }
  const shown = Math.min(height, maxRows)
  const rows = Array.from({ length: shown }, (_row, index) =>
    cells.map(each => each[index] ?? null)
  )
  const total = Number.parseInt(textOf(element, 'totalRows'), 10)
  const known = !Number.isNaN(total) && total >= height && (total > 0 || height === 0)
  return {
    columns: columns.map(readColumn),
    rows,
    total: known && (height <= maxRows || total > height) ? total : undefined,
    truncated: height > maxRows || (known && total > shown)
  }
}

export const decodeTable = offLoop({ readTableXml }, import.meta.url)
