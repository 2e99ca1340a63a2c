/**
 * One short dump of ZEC_AVERAGE, as the development interface shows dumps: a feed, a head with
 * chapters, a text in a box.
 */
import { dumpLine } from './sources.mts'

const id = '20260501102914dev_DEV_00%20%20%20%20DEVELOPER%20%20%20001%2019'
const root = '/sap/bc/adt/runtime'

const boxed = (lines: readonly string[]) => lines.map(line => `|${line.padEnd(98)}|`).join('\r\n')
const rule = '-'.repeat(98)
const filler = (title: string, count: number) => [
  rule,
  title,
  ...Array.from(
    { length: count },
    (_none, index) =>
      `    ${title} ${index + 1}: value of the work process at the time of the error`
  )
]

const text = boxed([
  'Category               ABAP programming error',
  'Runtime Errors         COMPUTE_INT_ZERODIVIDE',
  'Except.                CX_SY_ZERODIVIDE',
  'ABAP Program           ZEC_AVERAGE',
  rule,
  'Short Text',
  '    Division by 0 (type I)',
  rule,
  'What happened?',
  '    Error in the ABAP application program.',
  '    The current ABAP program "ZEC_AVERAGE" had to be terminated.',
  ...filler('System environment', 60),
  ...filler('User and Transaction', 40),
  rule,
  'Active Calls/Events',
  `    3 FORM         ZEC_AVERAGE  ZEC_AVERAGE  ${dumpLine}   `,
  '      AVERAGE',
  '    2 FORM         ZEC_AVERAGE  ZEC_AVERAGE  10   ',
  '      REPORT',
  '    1 EVENT        ZEC_AVERAGE  ZEC_AVERAGE  6   ',
  '      START-OF-SELECTION',
  ...filler('Chosen variables', 120),
  ...filler('Internal notes', 60)
])

const chapters = [
  'Short Text',
  'What happened?',
  'System environment',
  'User and Transaction',
  'Active Calls/Events',
  'Chosen variables',
  'Internal notes'
].map((title, index) => {
  const line = text.split('\r\n').findIndex(row => row.startsWith(`|${title} `)) + 1
  return `<dump:chapter name="k${index}" title="${title}" category="ABAP Developer View" line="${line}" chapterOrder="${index + 1}" categoryOrder="1"/>`
})

const entry = `<atom:entry xml:lang="EN"><atom:author><atom:name>DEVELOPER</atom:name></atom:author><atom:category term="COMPUTE_INT_ZERODIVIDE" label="ABAP runtime error"/><atom:category term="ZEC_AVERAGE" label="Terminated ABAP program"/><atom:id>/sap/bc/adt/vit/runtime/dumps/${id}</atom:id><atom:link href="adt://DEV${root}/dump/${id}" rel="self" type="text/plain"/><atom:published>2026-05-01T10:29:14Z</atom:published><atom:summary type="html">&lt;h4&gt;Short text&lt;/h4&gt;&lt;p&gt;Division by 0&lt;/p&gt;</atom:summary></atom:entry>`
const feed = `<?xml version="1.0" encoding="utf-8"?><atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:title>Dumps</atom:title><atom:updated>2026-05-01T10:30:00Z</atom:updated>${entry}</atom:feed>`
const head = `<?xml version="1.0" encoding="utf-8"?><dump:dump xmlns:dump="http://www.sap.com/adt/categories/dump" title="Runtime Error" error="COMPUTE_INT_ZERODIVIDE" author="DEVELOPER" exception="CX_SY_ZERODIVIDE" terminatedProgram="ZEC_AVERAGE" datetime="2026-05-01T10:29:14Z"><dump:links><dump:link relation="http://www.sap.com/adt/relations/runtime/dump/termination" uri="adt://DEV/sap/bc/adt/programs/programs/zec_average/source/main#start=${dumpLine}" contentType=""/></dump:links><dump:chapters>${chapters.join('')}</dump:chapters></dump:dump>`

/** The answer for a path below that of dumps; undefined for any other path. */
export function dumpAnswer(
  path: string
): { readonly type: string; readonly body: string } | undefined {
  if (path === `${root}/dumps`) return { type: 'application/atom+xml;type=feed', body: feed }
  if (!path.startsWith(`${root}/dump/`)) return undefined
  return path.endsWith('/formatted')
    ? { type: 'text/plain; charset=utf-8', body: text }
    : { type: 'application/vnd.sap.adt.runtime.dump.v1+xml', body: head }
}
