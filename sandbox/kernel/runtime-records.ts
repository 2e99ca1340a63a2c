/**
 * Tables in which the ERP records what happened at runtime: heads of short dumps, jobs, change
 * documents, spool requests, imports. The sandbox writes none of them but imports: the
 * rows come with the seed. Its own dumps are kept elsewhere, and their feed has those of the table
 * as well. Columns as public clients read them: docs/incident.md names the sources.
 */
import type { DictionaryTable, Field } from './dictionary-types.ts'

const jobKey: readonly Field[] = [
  ['JOBNAME', 'CHAR32', 'key'],
  ['JOBCOUNT', 'CHAR8', 'key']
]
const documentKey: readonly Field[] = [
  ['MANDANT', 'MANDT', 'key'],
  ['OBJECTCLAS', 'CHAR15', 'key'],
  ['OBJECTID', 'CHAR100', 'key'],
  ['CHANGENR', 'CHAR10', 'key']
]

export const recordTables: readonly DictionaryTable[] = [
  {
    name: 'SNAP_BEG',
    text: 'Heads of short dumps',
    kind: 'table',
    fields: [
      ['DATUM', 'DATUM', 'key'],
      ['UZEIT', 'UZEIT', 'key'],
      ['AHOST', 'CHAR32', 'key'],
      ['UNAME', 'UNAME', 'key'],
      ['MANDT', 'CHAR3', 'key'],
      ['MODNO', 'NUMC3', 'key'],
      ['SEQNO', 'CHAR3', 'key'],
      ['FLIST', 'CHAR255']
    ]
  },
  {
    name: 'TBTCO',
    text: 'Background jobs',
    kind: 'table',
    fields: [
      ...jobKey,
      ['SDLUNAME', 'UNAME'],
      ['STATUS', 'CHAR1'],
      ['STRTDATE', 'DATUM'],
      ['STRTTIME', 'UZEIT'],
      ['ENDDATE', 'DATUM'],
      ['ENDTIME', 'UZEIT'],
      ['AUTHCKMAN', 'CHAR3']
    ]
  },
  {
    name: 'TBTCP',
    text: 'Steps of background jobs',
    kind: 'table',
    fields: [
      ...jobKey,
      ['STEPCOUNT', 'INT4', 'key'],
      ['PROGNAME', 'PROGNAME'],
      ['VARIANT', 'CHAR14'],
      ['AUTHCKNAM', 'UNAME'],
      ['LISTIDENT', 'NUMC10'],
      ['STATUS', 'CHAR1']
    ]
  },
  {
    name: 'TSP01',
    text: 'Spool requests',
    kind: 'table',
    fields: [
      ['RQIDENT', 'INT4', 'key'],
      ['RQCLIENT', 'CHAR3'],
      ['RQ2NAME', 'CHAR12'],
      ['RQOWNER', 'UNAME'],
      ['RQCRETIME', 'CHAR16'],
      ['RQTITLE', 'CHAR70'],
      ['RQPJREQ', 'INT2'],
      ['RQPJDONE', 'INT2'],
      ['RQPJSERR', 'INT2'],
      ['RQPJHERR', 'INT2']
    ]
  },
  {
    name: 'CDHDR',
    text: 'Heads of change documents',
    kind: 'table',
    fields: [
      ...documentKey,
      ['USERNAME', 'UNAME'],
      ['UDATE', 'DATUM'],
      ['UTIME', 'UZEIT'],
      ['TCODE', 'TCODE'],
      ['CHANGE_IND', 'CHAR1']
    ]
  },
  {
    name: 'CDPOS',
    text: 'Items of change documents',
    kind: 'table',
    fields: [
      ...documentKey,
      ['TABNAME', 'TABNAME', 'key'],
      ['TABKEY', 'CHAR70', 'key'],
      ['FNAME', 'FIELDNAME', 'key'],
      ['CHNGIND', 'CHAR1', 'key'],
      ['VALUE_NEW', 'CHAR255'],
      ['VALUE_OLD', 'CHAR255']
    ]
  },
  {
    name: 'TPALOG',
    text: 'Steps of imports',
    kind: 'table',
    fields: [
      ['TRTIME', 'CHAR14', 'key'],
      ['TRKORR', 'TRKORR', 'key'],
      ['TARSYSTEM', 'CHAR10', 'key'],
      ['TRCLI', 'CHAR3', 'key'],
      ['TRSTEP', 'CHAR1', 'key'],
      ['RETCODE', 'CHAR4'],
      ['TRUSER', 'UNAME']
    ]
  }
]
