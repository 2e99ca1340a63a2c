/** A recorded ERP that holds programs in one package, to count the requests of a comparison. */
import type { TestContext } from 'node:test'
import { recordingErp } from './erp.ts'
import type { Answer, Asked, RecordingErp } from './erp.ts'

const node = (name: string) =>
  `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>PROG/P</OBJECT_TYPE><OBJECT_NAME>${name.replaceAll('<', '&lt;')}</OBJECT_NAME><OBJECT_URI>/sap/bc/adt/programs/programs/${encodeURIComponent(name.toLowerCase())}</OBJECT_URI></SEU_ADT_REPOSITORY_OBJ_NODE>`

export const programName = (index: number) => `ZP${String(index).padStart(4, '0')}`

export interface ProgramErp extends RecordingErp {
  /** Requests below the development services, without the log-on. */
  readonly reads: () => Asked[]
  clear(): void
}

/** @param before answers in place of the programs where it returns something */
export async function programErp(
  t: TestContext,
  programs: ReadonlyMap<string, string>,
  before: (asked: Asked, count: number) => Answer | undefined = () => undefined
): Promise<ProgramErp> {
  let count = 0
  const erp = await recordingErp(t, asked => {
    const other = before(asked, count++)
    if (other !== undefined) return other
    if (asked.path.endsWith('/nodestructure')) {
      const nodes = [...programs.keys()].map(node).join('')
      return {
        status: 200,
        headers: { 'content-type': 'application/xml' },
        body: `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><TREE_CONTENT>${nodes}</TREE_CONTENT></DATA></asx:values></asx:abap>`
      }
    }
    const [, name] = /\/programs\/programs\/([^/]+)\/source\/main$/.exec(asked.path) ?? []
    if (name === undefined) return undefined
    const text = programs.get(decodeURIComponent(name).toUpperCase())
    return text === undefined ? { status: 404, body: 'no' } : { status: 200, body: text }
  })
  return {
    ...erp,
    reads: () => erp.asked.filter(({ path }) => /\/(?:programs|nodestructure)/.test(path)),
    clear: () => {
      erp.asked.length = 0
    }
  }
}

/** So many programs, each with the text that the function gives; undefined leaves one out. */
export function programs(
  count: number,
  textOf: (index: number) => string | undefined = index => `REPORT ${programName(index)}.\n`
): Map<string, string> {
  return new Map(
    Array.from({ length: count }, (_none, index) => [programName(index), textOf(index)]).flatMap(
      ([name, text]) => (name === undefined || text === undefined ? [] : [[name, text] as const])
    )
  )
}
