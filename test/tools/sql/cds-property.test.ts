/**
 * Generated views: whatever tables the database of the sandbox reads for a view, the trace by its
 * source has found. Not generated, because the sandbox has no such views: parameters, paths as
 * sources, quoted and namespaced names, default filters, hierarchies, table functions, extensions
 * and access controls. The corpus of shapes covers them.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openConnection } from '../../../sandbox/sql/connection.ts'
import { createDatabase, SqlError } from '../../../sandbox/sql/index.ts'
import { lineageOf } from '../../../tools/sql/lineage.ts'
import { definitionsOf } from '../helpers/definitions.ts'
import { ViewGenerator } from '../helpers/generated-views.ts'
import type { GeneratedView, Relation } from '../helpers/generated-views.ts'

const folder = mkdtempSync(join(tmpdir(), 'generated-views-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const tables = Array.from({ length: 8 }, (_, index) => `T${index}`)
const column = { type: 'CHAR', length: 10, decimals: 0, description: '' }
const columns = [
  { ...column, name: 'ID', key: true },
  { ...column, name: 'NAME', key: false }
]

interface Activated {
  readonly view: GeneratedView
  readonly reads: ReadonlySet<string>
}

/**
 * The views of one database that the sandbox takes, with the tables that its SQL for each of them
 * names.
 */
function activate(
  seed: number,
  count: number
): { activated: Activated[]; refused: number; views: Record<string, string> } {
  const file = join(folder, `${seed}.sqlite`)
  const database = createDatabase({ file })
  for (const name of tables) database.defineTable({ name, description: '', columns })
  const { database: reader } = openConnection(file, true)
  const generator = new ViewGenerator(seed)
  const relations: Relation[] = tables.map(name => ({ name, associations: [] }))
  const activated: Activated[] = []
  const views: Record<string, string> = {}
  let refused = 0
  for (let index = 0; index < count; index += 1) {
    const near = [
      ...relations.slice(0, tables.length),
      ...relations.slice(tables.length).slice(-12)
    ]
    const view = generator.next(`V${seed}X${String(index).padStart(4, '0')}`, near)
    try {
      database.defineView(view.name, view.source)
      const reads = readsOf(reader, view.name)
      activated.push({ view, reads })
      views[view.name] = view.source
      // Deeper views would join more tables than the database can.
      if (reads.size <= 4) relations.push(view)
    } catch (error) {
      if (
        !(error instanceof SqlError) &&
        (error as { code?: string }).code !== 'ERR_SQLITE_ERROR'
      ) {
        throw error
      }
      refused += 1
    }
  }
  reader.close()
  database.close()
  return { activated, refused, views }
}

/**
 * The database itself says which tables a statement reads, through all views, before it leaves any
 * of them out.
 */
function readsOf(reader: DatabaseSync, name: string): Set<string> {
  const reads = new Set<string>()
  reader.setAuthorizer((action, table) => {
    if (action === constants.SQLITE_READ && table !== null) reads.add(table.toUpperCase())
    return constants.SQLITE_OK
  })
  reader.prepare(`SELECT * FROM "${name.toLowerCase()}"`).all()
  reader.setAuthorizer(null)
  return new Set([...reads].filter(table => tables.includes(table)))
}

// The database tells what it reads from Node.js 24 on.
const skip = 'setAuthorizer' in DatabaseSync.prototype ? false : 'node:sqlite has no authorizer'

test('no table that a generated view reads is missed', { skip }, async t => {
  const [missed, untraced]: [string[], string[]] = [[], []]
  let [total, refused, more, paths] = [0, 0, 0, 0]
  for (let seed = 1; seed <= 12; seed += 1) {
    const made = activate(seed, 200)
    const definitions = definitionsOf({ tables, views: made.views })
    refused += made.refused
    for (const { view, reads } of made.activated) {
      total += 1
      const { indirectReads, untraceable } = await lineageOf(definitions, {
        names: [view.name],
        associations: []
      })
      const traced = new Set(indirectReads.map(({ table }) => table))
      const lost = [...reads].filter(table => !traced.has(table))
      if (lost.length > 0) missed.push(`${lost.join()}: ${view.source}`)
      if (untraceable.length > 0) untraced.push(`${untraceable[0]?.why}: ${view.source}`)
      if ([...traced].filter(table => tables.includes(table)).length > reads.size) more += 1
      if (/_\w+(?:\[[^\]]*\])?\s*\.|_\w+\.\//.test(view.source)) paths += 1
    }
  }
  t.diagnostic(
    `${total} views, ${refused} not run by the sandbox, ${paths} with paths; ${more} with more tables traced than read`
  )
  assert.ok(total >= 2000, `${total} views`)
  assert.ok(paths >= 500, `${paths} views with paths`)
  assert.deepEqual(untraced, [])
  assert.deepEqual(missed, [])
  assert.ok(more < total / 5, `${more} views with more tables than they read`)
})
