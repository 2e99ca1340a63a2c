/** The summary of a short dump, in the HTML that feed readers show. */
import type { Dump } from '../../dump-types.ts'
import { xmlText } from '../../xml-tree.ts'
import {
  analysisTexts,
  dumpTime,
  happenedTexts,
  procedureOf,
  terminationOf,
  terminationTexts
} from './text.ts'

const sections = [
  ['HEADERX', 'Header Information'],
  ['WHATHAPPENED', 'What happened?'],
  ['ERROR', 'Error analysis'],
  ['TERMINATION', 'Information on where terminated'],
  ['SOURCE', 'Source Code Extract'],
  ['STACK', 'Active Calls/Events']
] as const

type Section = (typeof sections)[number][0]

const html = (text: string) => xmlText(text).replaceAll('"', '&quot;')
const lines = (texts: readonly string[]) => texts.map(html).join('<br>')

/** A text of code keeps its blanks. */
const code = (text: string) => html(text === '' ? ' ' : text).replaceAll(' ', '&nbsp;')

function header(dump: Dump): string {
  const facts = [
    ['Short Text', dump.shortText],
    ['Runtime Error', dump.error],
    ...(dump.exception === '' ? [] : [['Exception', dump.exception]]),
    ['Program', terminationOf(dump).program],
    ['Date/Time', `${dumpTime(dump.at)} (System)`],
    ['User', dump.user],
    ['Client', dump.client],
    ['Host', dump.server]
  ]
  const rows = facts.map(
    ([name = '', value = '']) =>
      `<tr><td><b>${name}&nbsp;</b></td><td nowrap> ${html(value)} </td></tr>`
  )
  return `<table cellspacing="3">${rows.join('')}</table>`
}

function source(dump: Dump, adtUri: string): string {
  const { line, uri } = terminationOf(dump)
  const link = `<a title="Show where terminated" href="${html(adtUri + uri)}">`
  const numbers = dump.rows.map(row =>
    row.line === line
      ? `<span class="linenumber">${link}<span class="indicator">&gt;</span></a></span>`
      : `<span class="linenumber">${row.line}</span>`
  )
  const texts = dump.rows.map(row =>
    row.line === line
      ? `<div class="sourceline highlight">${link}<span>${code(row.text)}</span></a></div>`
      : `<div class="sourceline"><span>${code(row.text)}</span></div>`
  )
  const style =
    '<style>.sourceline, .linenumber { display: block; font-family: monospace; } .highlight { background-color: gold; }</style>'
  const cell = (content: readonly string[]) => `<td id="sourcetablecolumn">${content.join('')}</td>`
  return `${style}<table id="sourcetable" cellspacing="0"><tr>${cell(numbers)}${cell(texts)}</tr></table>`
}

function stack({ frames }: Dump, adtUri: string): string {
  const cell = (content: string) => `<td><code>${content}</code></td>`
  const rows = frames.map((frame, index) => {
    const number = `<a href="${html(adtUri + frame.uri)}">${frames.length - index}</a>`
    const facts = [procedureOf(frame), frame.program, frame.include, String(frame.line)].map(html)
    return `<tr>${[number, ...facts].map(cell).join('')}</tr>`
  })
  const heads = ['No.', 'Event', 'Program', 'Include', 'Line'].map(
    head => `<th align="left">${head}</th>`
  )
  return `<table cellspacing="5"><tr>${heads.join('')}</tr>${rows.join('')}</table>`
}

/** @param adtUri what stands before the path in a link: `adt://SID` */
export function dumpSummary(dump: Dump, adtUri: string): string {
  const content: Readonly<Record<Section, () => string>> = {
    HEADERX: () => header(dump),
    WHATHAPPENED: () => lines(happenedTexts(dump)),
    ERROR: () => lines(analysisTexts(dump)),
    TERMINATION: () => lines(terminationTexts(dump)),
    SOURCE: () => source(dump, adtUri),
    STACK: () => stack(dump, adtUri)
  }
  const contents = sections.map(([id, title]) => `<a href="#${id}">${title}</a>`).join('<br>')
  const chapters = sections.map(([id, title]) => `<h4 id="${id}">${title}</h4>${content[id]()}`)
  return `<h4 id="OVERVIEW">Contents</h4>${contents}${chapters.join('')}`
}
