/** Tables and structures of the standard that every system has. */
import type { DictionaryTable } from './dictionary-types.ts'
import { commonTables, commonTableTypes } from './common-types.ts'
import { currencyDecimals, currencyTables } from './dictionary/currencies.ts'
import { unitRows } from './dictionary/units.ts'
import { masterDataTables } from './flights/master-data.ts'
import { flightTables } from './flights/model.ts'
import { releasedTables } from './flights/reference.ts'
import { logRows, logTables, logTableTypes } from './log/types.ts'
import { mailTables, mailTableTypes } from './mail-types.ts'
import { numberRangeTables } from './number-range-types.ts'
import { behaviorTables, behaviorTableTypes } from './rap-types.ts'
import { repositoryTables, repositoryTableTypes } from './repository-types.ts'
import { recordTables } from './runtime-records.ts'
import { reportTables } from './report-types.ts'
import { transactionTables, transactionTableTypes } from './transaction-types.ts'
import type { SystemIdentity, SystemRole } from '../identity.ts'

/** Structures and tables of the kernel. */
export const tables: readonly DictionaryTable[] = [
  {
    name: 'SYST',
    text: 'System fields',
    kind: 'structure',
    fields: [
      ['SUBRC', 'SYST_SUBRC'],
      ['INDEX', 'SYST_INDEX'],
      ['TABIX', 'SYST_TABIX'],
      ['DBCNT', 'INT4'],
      ['FDPOS', 'INT4'],
      ['TFILL', 'INT4'],
      ['TZONE', 'INT4'],
      ['MANDT', 'SYST_MANDT'],
      ['UNAME', 'SYST_UNAME'],
      ['LANGU', 'SYST_LANGU'],
      ['SYSID', 'SYST_SYSID'],
      ['HOST', 'SYHOST'],
      ['DATUM', 'SYST_DATUM'],
      ['UZEIT', 'SYST_UZEIT'],
      ['DATLO', 'SYST_DATUM'],
      ['TIMLO', 'SYST_UZEIT'],
      ['ZONLO', 'TZNZONE'],
      ['UCOMM', 'SYST_UCOMM'],
      ['REPID', 'SYREPID'],
      ['CPROG', 'SYREPID'],
      ['TCODE', 'TCODE'],
      ['BATCH', 'CHAR1'],
      ['SAPRL', 'CHAR4'],
      ['DBSYS', 'CHAR10'],
      ['ABCDE', 'CHAR30'],
      ['MSGID', 'SYMSGID'],
      ['MSGTY', 'SYMSGTY'],
      ['MSGNO', 'SYMSGNO'],
      ['MSGV1', 'SYMSGV'],
      ['MSGV2', 'SYMSGV'],
      ['MSGV3', 'SYMSGV'],
      ['MSGV4', 'SYMSGV']
    ]
  },
  {
    name: 'SCX_T100KEY',
    text: 'Key of a message text with its attributes',
    kind: 'structure',
    fields: [
      ['MSGID', 'SYMSGID'],
      ['MSGNO', 'SYMSGNO'],
      ['ATTR1', 'SCX_ATTRNAME'],
      ['ATTR2', 'SCX_ATTRNAME'],
      ['ATTR3', 'SCX_ATTRNAME'],
      ['ATTR4', 'SCX_ATTRNAME']
    ]
  },
  {
    name: 'QNAME',
    text: 'Qualified name in XML',
    kind: 'structure',
    fields: [
      ['NAME', 'STRINGVAL'],
      ['NAMESPACE', 'STRINGVAL']
    ]
  },
  {
    name: 'SYMSG',
    text: 'Message',
    kind: 'structure',
    fields: [
      ['MSGTY', 'SYMSGTY'],
      ['MSGID', 'SYMSGID'],
      ['MSGNO', 'SYMSGNO'],
      ['MSGV1', 'SYMSGV'],
      ['MSGV2', 'SYMSGV'],
      ['MSGV3', 'SYMSGV'],
      ['MSGV4', 'SYMSGV']
    ]
  },
  {
    name: 'BAPIRET2',
    text: 'Return message',
    kind: 'structure',
    fields: [
      ['TYPE', 'BAPI_MTYPE'],
      ['ID', 'SYMSGID'],
      ['NUMBER', 'SYMSGNO'],
      ['MESSAGE', 'BAPI_MSG'],
      ['LOG_NO', 'BALOGNR'],
      ['LOG_MSG_NO', 'NUMC06'],
      ['MESSAGE_V1', 'SYMSGV'],
      ['MESSAGE_V2', 'SYMSGV'],
      ['MESSAGE_V3', 'SYMSGV'],
      ['MESSAGE_V4', 'SYMSGV'],
      ['PARAMETER', 'BAPI_PARAM'],
      ['ROW', 'BAPI_LINE'],
      ['FIELD', 'BAPI_FLD'],
      ['SYSTEM', 'BAPILOGSYS']
    ]
  },
  {
    name: 'T000',
    text: 'Clients',
    kind: 'table',
    fields: [
      ['MANDT', 'MANDT', 'key'],
      ['MTEXT', 'TEXT25'],
      ['ORT01', 'TEXT25'],
      ['MWAER', 'WAERS'],
      ['CCCATEGORY', 'CHAR1'],
      ['CCCORACTIV', 'CHAR1'],
      ['CCNOCLIIND', 'CHAR1'],
      ['LOGSYS', 'CHAR10']
    ]
  },
  {
    name: 'E070',
    text: 'Change requests and their tasks',
    kind: 'table',
    fields: [
      ['TRKORR', 'TRKORR', 'key'],
      ['TRFUNCTION', 'CHAR1'],
      ['TRSTATUS', 'CHAR1'],
      ['TARSYSTEM', 'CHAR10'],
      ['KORRDEV', 'CHAR4'],
      ['AS4USER', 'AS4USER'],
      ['AS4DATE', 'AS4DATE'],
      ['AS4TIME', 'AS4TIME'],
      ['STRKORR', 'TRKORR']
    ]
  },
  {
    name: 'E07T',
    text: 'Short texts of change requests',
    kind: 'table',
    fields: [
      ['TRKORR', 'TRKORR', 'key'],
      ['LANGU', 'SPRAS', 'key'],
      ['AS4TEXT', 'AS4TEXT']
    ]
  },
  {
    name: 'E071',
    text: 'Objects of change requests',
    kind: 'table',
    fields: [
      ['TRKORR', 'TRKORR', 'key'],
      ['AS4POS', 'NUMC06', 'key'],
      ['PGMID', 'PGMID'],
      ['OBJECT', 'TROBJTYPE'],
      ['OBJ_NAME', 'CHAR120'],
      ['OBJFUNC', 'CHAR1'],
      ['LOCKFLAG', 'CHAR1']
    ]
  },
  {
    name: 'TADIR',
    text: 'Directory of repository objects',
    kind: 'table',
    fields: [
      ['PGMID', 'PGMID', 'key'],
      ['OBJECT', 'TROBJTYPE', 'key'],
      ['OBJ_NAME', 'CHAR40', 'key'],
      ['KORRNUM', 'TRKORR'],
      ['SRCSYSTEM', 'CHAR10'],
      ['AUTHOR', 'RESPONSIBL'],
      ['DEVCLASS', 'DEVCLASS'],
      ['MASTERLANG', 'SPRAS'],
      ['CREATED_ON', 'AS4DATE'],
      ['DELFLAG', 'CHAR1'],
      ['GENFLAG', 'GENFLAG'],
      ['EDTFLAG', 'CHAR1'],
      ['CHECK_DATE', 'AS4DATE']
    ]
  },
  {
    name: 'SUBMATCH_RESULT',
    text: 'Place of a subgroup of a match',
    kind: 'structure',
    fields: [
      ['OFFSET', 'INT4'],
      ['LENGTH', 'INT4']
    ]
  },
  {
    name: 'MATCH_RESULT',
    text: 'Place of a match',
    kind: 'structure',
    fields: [
      ['LINE', 'INT4'],
      ['OFFSET', 'INT4'],
      ['LENGTH', 'INT4'],
      ['SUBMATCHES', 'SUBMATCH_RESULT_TAB']
    ]
  },
  ...flightTables,
  ...masterDataTables,
  ...releasedTables,
  ...recordTables,
  ...repositoryTables,
  ...transactionTables,
  ...reportTables,
  ...numberRangeTables,
  ...behaviorTables,
  ...mailTables,
  ...logTables,
  ...commonTables,
  ...currencyTables
]

/** Table types: name, line type, short text. */
export const tableTypes: readonly (readonly [name: string, line: string, text: string])[] = [
  ['STRING_TABLE', 'STRING', 'Table of strings'],
  ['STRINGTAB', 'STRING', 'Table of strings'],
  ['XSTRING_TABLE', 'XSTRING', 'Table of byte strings'],
  ['BAPIRET2_T', 'BAPIRET2', 'Table of return messages'],
  ['BAPIRETTAB', 'BAPIRET2', 'Table of return messages'],
  ['INT4_TABLE', 'INT4', 'Table of integers'],
  ['SUBMATCH_RESULT_TAB', 'SUBMATCH_RESULT', 'Table of subgroups of a match'],
  ['MATCH_RESULT_TAB', 'MATCH_RESULT', 'Table of matches'],
  ...repositoryTableTypes,
  ...transactionTableTypes,
  ...mailTableTypes,
  ...logTableTypes,
  ...behaviorTableTypes,
  ...commonTableTypes
]

/** The category of a client (CCCATEGORY) by the role of its system. */
const clientCategories: Readonly<Record<SystemRole, string>> = {
  development: 'C',
  test: 'T',
  production: 'P'
}

type KernelRow = Readonly<Record<string, string | number>>

/** Rows that the kernel's own tables have from the start, by table. */
export function rowsOf({
  id,
  client,
  role,
  modifiable
}: Pick<SystemIdentity, 'id' | 'client' | 'role' | 'modifiable'>): Readonly<
  Record<string, readonly KernelRow[]>
> {
  const place = { ORT01: 'Sandbox', MWAER: 'EUR' }
  const closed = { CCCORACTIV: '2', CCNOCLIIND: '3' }
  const changes = modifiable ? { CCCORACTIV: '1', CCNOCLIIND: '' } : closed
  const reference = { MTEXT: 'Reference client', CCCATEGORY: 'S', ...closed }
  const own = { MTEXT: 'Sandbox', CCCATEGORY: clientCategories[role], ...changes }
  const row = (name: string, facts: KernelRow) => ({
    MANDT: name,
    ...place,
    ...facts,
    LOGSYS: `${id}CLNT${name}`
  })
  const units = ['000', client].map(unitRows)
  return {
    T000: [row('000', reference), row(client, own)],
    T006: units.flatMap(each => each.T006),
    T006A: units.flatMap(each => each.T006A),
    TCURX: currencyDecimals,
    ...logRows,
    CVERS: [{ COMPONENT: 'SAP_BASIS', RELEASE: '758', EXTRELEASE: '0000', COMP_TYPE: 'S' }],
    CVERS_REF: [{ COMPONENT: 'SAP_BASIS', LANGU: 'E', DESC_TEXT: 'SAP Basis Component' }]
  }
}
