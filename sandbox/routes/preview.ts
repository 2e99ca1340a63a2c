/** Routes of the data preview: tables, CDS entities and free queries. */
import { AdtError, notImplemented } from '../http/errors.ts'
import { limits } from '../not-implemented.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { isForeignData } from '../http/releases/cloud-rules.ts'
import { basePath } from '../http/router.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { linesAsRead } from './preview-lines.ts'
import type { Column, QueryResult } from '../types.ts'

const defaultRows = 100
const mediaTypes = ['application/vnd.sap.adt.datapreview.table.v1+xml', 'application/xml']

/**
 * Dictionary type → kind letter of the data preview; clients choose the decoding of values by it.
 */
const typesByLetter: Readonly<Record<string, string>> = {
  C: 'CHAR CLNT LANG CUKY UNIT LCHR',
  N: 'NUMC ACCP',
  D: 'DATS DATN',
  T: 'TIMS TIMN',
  P: 'DEC CURR QUAN',
  I: 'INT4',
  b: 'INT1',
  s: 'INT2',
  8: 'INT8',
  F: 'FLTP',
  a: 'D16D D16R D16N DECFLOAT16',
  e: 'D34D D34R D34N DECFLOAT34',
  X: 'RAW LRAW',
  y: 'RSTR RAWSTRING',
  g: 'STRG STRING SSTR'
}
const kindLetters = new Map(
  Object.entries(typesByLetter).flatMap(([letter, types]) =>
    types.split(' ').map(type => [type, letter])
  )
)

function failure(message: string, cause?: unknown, number = '004'): AdtError {
  return new AdtError(message, {
    status: 400,
    type: 'ExceptionDataPreviewGeneral',
    namespace: 'http://www.sap.com/adt/wda/dataPreview',
    properties: { 'T100KEY-ID': 'ADT_DATAPREVIEW_MSG', 'T100KEY-NO': number },
    cause
  })
}

function rowLimit({ query }: Request): number {
  const given = query.get('rowNumber')
  if (given === null || given === '') return defaultRows
  const rows = Number(given)
  if (!Number.isInteger(rows) || rows < 0) {
    throw failure(`The row number ${given} is not a number of rows`)
  }
  return Math.min(rows, 1_000_000)
}

/** Amounts and other packed numbers have all their decimals. */
function shown(value: string | number | null | undefined, column: Column): string | number {
  return typeof value === 'number' && column.decimals > 0 && kindLetters.get(column.type) === 'P'
    ? value.toFixed(Math.min(column.decimals, 20))
    : (value ?? '')
}

function columnElement(column: Column, index: number, rows: QueryResult['rows']): string {
  const metadata = element('dataPreview:metadata', {
    'dataPreview:name': column.name.toUpperCase(),
    'dataPreview:type': kindLetters.get(column.type.toUpperCase()) ?? 'C',
    'dataPreview:description':
      column.description === '' ? column.name.toUpperCase() : column.description,
    'dataPreview:keyAttribute': column.key,
    'dataPreview:colType': '',
    'dataPreview:isKeyFigure': false,
    'dataPreview:length': column.length
  })
  // an initial value is an empty element: all columns have as many as there are rows
  const data = rows.map(row => leaf('dataPreview:data', shown(row[index], column)))
  return element('dataPreview:columns', {}, [metadata, element('dataPreview:dataSet', {}, data)])
}

/**
 * Without a statement the preview has no values for the parameters of a view; it says so in a
 * message, with status 200.
 */
function withoutRows(request: Request): Answer {
  return {
    type: request.type,
    body: document(
      element('dataPreview:tableData', declare('dataPreview'), [
        leaf('dataPreview:totalRows', 0),
        element('dataPreview:message', {
          'dataPreview:text': 'The data preview of views with parameters is not supported',
          'dataPreview:severity': 'I'
        })
      ])
    )
  }
}

function table(request: Request, result: QueryResult, statement: string, name?: string): Answer {
  return {
    type: request.type,
    body: document(
      element('dataPreview:tableData', declare('dataPreview'), [
        leaf('dataPreview:totalRows', result.total),
        leaf('dataPreview:isHanaAnalyticalView', false),
        leaf('dataPreview:executedQueryString', statement),
        leaf('dataPreview:queryExecutionTime', result.milliseconds.toFixed(7)),
        name === undefined ? '' : leaf('dataPreview:name', name),
        result.columns.map((column, index) => columnElement(column, index, result.rows))
      ])
    )
  }
}

/** Errors of the database are client errors: a wrong name, a construct it cannot translate. */
function refusalOf(error: unknown): unknown {
  const isSqlError = error instanceof Error && error.name === 'SqlError'
  return isSqlError ? failure(error.message, error) : error
}

async function query(request: Request, sql: string): Promise<QueryResult> {
  const { engine, database } = request.system
  const analysis = await engine.analyzeSelect({ sql })
  const [first] = analysis.messages
  if (first !== undefined) throw failure(first.text)
  for (const name of analysis.tables) requireRows(request, name)
  request.system.administration.refresh(analysis.tables)
  try {
    return await database.queryInBackground({
      sql,
      maxRows: rowLimit(request),
      columns: analysis.columns
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

function withoutPeriod(sql: string): string {
  return sql
    .trim()
    .replace(/\.\s*$/, '')
    .trim()
}

/** A literal that is cut would swallow the text that the preview appends to the statement. */
function statementOf(request: Request): string {
  const lines = linesAsRead(request.text(), request.system.releaseAdapter.cutsQueriesAtBlanks)
  if (lines === undefined) throw failure('"INTO" is not allowed here. "." is expected')
  return withoutPeriod(lines)
}

async function freestyle(request: Request): Promise<Answer> {
  if (request.query.has('action')) throw notImplemented(limits.previewAction)
  const sql = statementOf(request)
  if (sql === '') throw failure('Invalid query string. The query is empty')
  const result = await query(request, sql)
  return table(
    request,
    { ...result, columns: result.columns.map(column => ({ ...column, key: false })) },
    sql
  )
}

function requireRows({ system }: Request, name: string): void {
  if (isForeignData(system, name)) throw failure('No authorization to view data', undefined, '023')
  const reason = system.dictionary.refusal(name)
  if (reason !== undefined) {
    throw failure(`The sandbox cannot read the CDS view ${name.toUpperCase()}: ${reason}`)
  }
}

/** A statement passes the values behind the name of the view. */
function isWithoutValues({ system }: Request, name: string, sql: string): boolean {
  const passes = sql.toUpperCase().replaceAll(/\s/g, '').includes(`${name.toUpperCase()}(`)
  return !passes && system.database.needsValues(name)
}

async function preview(request: Request, name: string): Promise<Answer> {
  requireRows(request, name)
  const sql = statementOf(request)
  if (isWithoutValues(request, name, sql)) return withoutRows(request)
  if (sql !== '') return table(request, await query(request, sql), sql, name.toUpperCase())
  request.system.administration.refresh([name])
  try {
    const result = request.system.database.preview({ name, maxRows: rowLimit(request) })
    return table(request, result, `SELECT * FROM ${name.toUpperCase()}`, name.toUpperCase())
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The same document without rows. */
function metadata(request: Request): Answer {
  const name = request.param('name')
  requireRows(request, name)
  if (request.system.database.needsValues(name)) return withoutRows(request)
  try {
    const result = request.system.database.preview({ name, maxRows: 0 })
    return table(request, { ...result, rows: [] }, '', name.toUpperCase())
  } catch (error) {
    throw refusalOf(error)
  }
}

const workspace = 'Data Preview'
const template = (name: string, parameters: string) => ({
  rel: `http://www.sap.com/adt/categories/datapreview/${name}`,
  template: `${basePath}/datapreview/${name}${parameters}`
})

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/datapreview/freestyle',
    produces: mediaTypes,
    collection: {
      workspace,
      title: 'Freestyle Data Preview',
      category: ['datapreview', 'DatapreviewFreeStyle'],
      accept: mediaTypes.slice(0, 1),
      templates: [template('freestyle', '{?rowNumber}')]
    },
    handler: freestyle
  },
  {
    method: 'POST',
    path: '/datapreview/ddic',
    produces: mediaTypes,
    collection: {
      workspace,
      title: 'Data Preview for Dictionary Objects',
      category: ['datapreview', 'DatapreviewDdic'],
      accept: mediaTypes.slice(0, 1),
      templates: [template('ddic', '{?rowNumber,ddicEntityName}')]
    },
    handler: request => preview(request, request.required('ddicEntityName'))
  },
  {
    method: 'POST',
    path: '/datapreview/cds',
    produces: mediaTypes,
    collection: {
      workspace,
      title: 'Data Preview for CDS',
      category: ['datapreview', 'DatapreviewCds'],
      accept: mediaTypes.slice(0, 1),
      templates: [template('cds', '{?rowNumber,ddlSourceName}')]
    },
    handler: request => preview(request, request.required('ddlSourceName'))
  },
  {
    method: 'GET',
    path: '/datapreview/ddic/{name}/metadata',
    produces: mediaTypes,
    handler: metadata
  },
  {
    method: 'GET',
    path: '/datapreview/cds/{name}/metadata',
    produces: mediaTypes,
    handler: metadata
  }
]
