/** Runs statements as a report on rows of the kernel's tables. */
import assert from 'node:assert/strict'
import { kernelTables } from '../../../kernel/index.ts'
import { database, sharedRuntime, temporaryFolder } from '../support.ts'

type Rows = Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>

/** @param rows by table; each run begins with them */
export function reportOn(rows: Rows): (source: string) => Promise<string[]> {
  const runtime = sharedRuntime()
  const folder = temporaryFolder()
  const tables = kernelTables().filter(({ shape }) => Object.hasOwn(rows, shape.name))
  return async source => {
    const { output, alert } = await runtime.report({
      files: [
        {
          name: 'zlines.prog.abap',
          text: `REPORT zlines NO STANDARD PAGE HEADING LINE-SIZE 200.\n${source}\n`
        }
      ],
      outside: { classes: [], functions: [], programs: [], namespaces: [] },
      program: 'ZLINES',
      tables: tables.map(({ shape }) => shape),
      database: database(
        folder,
        tables.map(({ shape }) => ({ shape, rows: rows[shape.name] ?? [] }))
      ).file
    })
    assert.equal(alert, undefined, JSON.stringify(alert))
    return output
      .trimEnd()
      .split('\n')
      .map(line => line.trimEnd())
  }
}
