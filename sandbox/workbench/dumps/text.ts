/** The text of a short dump: boxes of a hundred columns, one a chapter. */
import type { Dump, DumpFrame } from '../../dump-types.ts'

export interface DumpChapter {
  /** Name by which the ERP knows the chapter. */
  readonly name: string
  readonly title: string
  readonly category: keyof typeof categories
  /** Row of its title in the text, from 1. */
  readonly line: number
  readonly order: number
}

/** The categories of chapters, with their order. */
export const categories = {
  'System Environment': 1,
  'User View': 2,
  'ABAP Developer View': 3
} as const

type Unplaced = Omit<DumpChapter, 'line' | 'order'> & { readonly body: readonly string[] }

const WIDTH = 98
const INDENT = '    '
const rule = '-'.repeat(WIDTH + 2)

function boxed(text: string): string {
  return `|${text.slice(0, WIDTH).padEnd(WIDTH)}|`
}

/** Indented rows of at most the width of the box. */
function prose(...paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap(paragraph => {
    const rows: string[] = []
    let row = ''
    for (const word of paragraph.split(' ')) {
      if (row !== '' && INDENT.length + row.length + word.length >= WIDTH) {
        rows.push(INDENT + row)
        row = ''
      }
      row += (row === '' ? '' : ' ') + word
    }
    return [...rows, INDENT + row]
  })
}

/** A value in as many rows as it takes. */
function valueRows(value: string): string[] {
  const width = WIDTH - INDENT.length
  const lines = value.split(/\r?\n/)
  return lines.flatMap(line =>
    Array.from(
      { length: Math.max(1, Math.ceil(line.length / width)) },
      (_, index) => INDENT + line.slice(index * width, (index + 1) * width)
    )
  )
}

/** `01.05.2026 10:29:14`. */
export function dumpTime(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 8)}`
}

/** Where the program has ended. */
export function terminationOf(dump: Dump): DumpFrame {
  const [frame] = dump.frames
  if (frame === undefined) throw new Error(`The dump ${dump.id} has no stack`)
  return frame
}

/** The name of the procedure without its class. */
export function procedureOf({ name }: DumpFrame): string {
  return name.replace(/^.*=>/, '')
}

/** The sentences of the chapters that a summary shows, too. */
export function happenedTexts(dump: Dump): string[] {
  const { program } = terminationOf(dump)
  return [
    'Error in the ABAP application program.',
    '',
    `The current ABAP program "${program}" had to be terminated because it found a statement that could not be executed.`
  ]
}

export function analysisTexts(dump: Dump): string[] {
  const frame = terminationOf(dump)
  const where = `The error refers to program/include "${frame.include}" and row number "${frame.line}".`
  if (dump.exception === '') return [dump.shortText, '', where]
  const reasons = dump.chain.map(({ text }) => text).filter(text => text !== '')
  return [
    `An exception has occurred in class "${dump.exception}". This exception was not caught in procedure "${procedureOf(frame)}" "(${frame.kind})" or propagated by a RAISING clause.`,
    'Since no caller has handled the exception, the current program was terminated.',
    'The reason for the exception is:',
    ...(reasons.length === 0 ? [dump.shortText] : reasons),
    '',
    where
  ]
}

export function terminationTexts(dump: Dump): string[] {
  const frame = terminationOf(dump)
  const main = dump.frames.at(-1) ?? frame
  return [
    `The termination occurred in ABAP program or include "${frame.program}", in "${procedureOf(frame)}". The main program was "${main.program}".`,
    '',
    `In the source code, the termination point is in line ${frame.line} of include "${frame.include}".`
  ]
}

function sourceRows(dump: Dump): string[] {
  const { line } = terminationOf(dump)
  const rows = dump.rows.map(
    row => `${row.line === line ? '>>>>>' : String(row.line).padStart(5)}|${row.text}`
  )
  return ['Line |Code', rule, ...rows]
}

function stackRows({ frames }: Dump): string[] {
  const rows = frames.flatMap(({ kind, program, include, line, name }, index) => [
    `${String(frames.length - index).padStart(5)} ${kind.padEnd(13)}${program.padEnd(36)}${include.padEnd(35)}${String(line).padStart(6)}`,
    `      ${name}`
  ])
  const head = `No.   ${'Ty.'.padEnd(13)}${'Program'.padEnd(36)}${'Include'.padEnd(35)}  Line`
  return [head, '      Name', rule, ...rows]
}

function variableRows({ frames }: Dump): string[] {
  const recorded = frames.some(({ variables }) => variables !== undefined)
  if (!recorded) {
    return prose('The values were not recorded: the program was not run again for them.')
  }
  const rows = frames.flatMap(({ kind, name, variables = [] }, index) => [
    rule,
    `No.  ${String(frames.length - index).padStart(6)} Ty.          ${kind}`,
    `Name  ${name}`,
    rule,
    ...variables.flatMap(variable => [variable.name, ...valueRows(variable.value)])
  ])
  return ['Name', `${INDENT}Val.`, ...rows]
}

function exceptionRows(dump: Dump): string[] {
  const { program, include, line } = terminationOf(dump)
  const fact = (name: string, value: string): string[] =>
    valueRows(value).map(
      (row, index) => (index === 0 ? name : '').padEnd(31) + row.slice(INDENT.length)
    )
  const rows = dump.chain.flatMap(({ name, text }, index) => [
    `${String(index + 1).padEnd(13)}${name}`,
    ...(index === 0
      ? [
          ...fact('(Program)', program),
          ...fact('(Include)', include),
          ...fact('(Row)', String(line))
        ]
      : []),
    ...fact('(Short Text)', text)
  ])
  return ['Level        Class', `${'Attrib. Name'.padEnd(31)}Value`, rule, ...rows]
}

const chapter = (
  name: string,
  title: string,
  body: readonly string[],
  category: DumpChapter['category'] = 'ABAP Developer View'
): Unplaced => ({ name, title, category, body })

function chaptersOf(dump: Dump): Unplaced[] {
  const frame = terminationOf(dump)
  const { server, user, client, language, exception } = dump
  const handled = `If the exception cannot be prevented, "${exception}" must be caught within procedure "${procedureOf(frame)}" "(${frame.kind})" or declared in the procedure's RAISING clause.`
  const correction =
    exception === '' ? 'Correct the statement that the source code extract shows.' : handled
  const system = dump.system.map(({ name, value }) => `${name}|${value}`)
  return [
    chapter('kap0', 'Short Text', prose(dump.shortText)),
    chapter('kap1', 'What happened?', prose(...happenedTexts(dump)), 'User View'),
    chapter('kap2', 'What can I do?', prose('Note what caused the error to occur.'), 'User View'),
    chapter('kap3', 'Error analysis', prose(...analysisTexts(dump))),
    chapter('kap4', 'How to correct the error', prose(correction)),
    chapter(
      'kap5',
      'System environment',
      prose(`Application server... sandbox`, `Instance name........ ${server}`),
      'System Environment'
    ),
    chapter(
      'kap6',
      'User and Transaction',
      prose(
        `Client................. ${client}`,
        `User................... ${user}`,
        `Language key........... ${language.slice(0, 1)}`,
        `Program................ ${frame.program}`
      ),
      'System Environment'
    ),
    ...(exception === ''
      ? []
      : [chapter('kap28', 'Chain of Exception Objects', exceptionRows(dump))]),
    chapter('kap7', 'Information on where terminated', prose(...terminationTexts(dump))),
    chapter('kap8', 'Source Code Extract', sourceRows(dump)),
    chapter('kap9', 'Contents of system fields', ['Name    |Val.', rule, ...system]),
    chapter('kap11', 'Active Calls/Events', stackRows(dump)),
    chapter('kap10', 'Selected Variables', variableRows(dump))
  ]
}

/** The text, and where its chapters begin. */
export function dumpText(dump: Dump): {
  readonly text: string
  readonly chapters: readonly DumpChapter[]
} {
  const facts = [
    ['Category', 'ABAP programming error'],
    ['Runtime Errors', dump.error],
    ...(dump.exception === '' ? [] : [['Except.', dump.exception]]),
    ['ABAP Program', terminationOf(dump).program],
    ['Application Component', 'Not assigned'],
    ['Date and Time', `${dumpTime(dump.at)} (UTC)`]
  ]
  const rows = [rule, ...facts.map(([name = '', value = '']) => name.padEnd(23) + value), rule]
  const chapters = chaptersOf(dump).map(({ body, ...facts }, index): DumpChapter => {
    // tables have a rule below their heads; a rule is never a row of a box
    const inner = body.map(row => (row === rule ? rule : boxed(row)))
    const isTable = body.includes(rule)
    rows.push('', rule, boxed(facts.title), ...(isTable ? [rule] : []), ...inner, rule)
    const after = inner.length + (isTable ? 1 : 0) + 1
    return { ...facts, line: rows.length - after, order: index + 1 }
  })
  return { text: `${rows.join('\n')}\n`, chapters }
}
