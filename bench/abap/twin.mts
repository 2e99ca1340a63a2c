/**
 * Answers of models through the twin, as a change set of one class: what the twin says of it, with the
 * tables of the benchmark as the only objects of the ERP.
 */
import { createTwin } from '../../twin-process.ts'
import type { TwinInput, TwinVerdict } from '../../tools/index.ts'

type Table = { readonly name: string; readonly text: string }

/** The reads of a system that has these tables and nothing else. */
function readsOf(tables: readonly Table[]): Pick<TwinInput, 'read' | 'readRest'> {
  return {
    read: async ({ name }) => {
      const table = tables.find(each => each.name.toUpperCase() === name)
      if (table === undefined) return { absence: 'absent', requests: 1 }
      const text = `@EndUserText.label : '${name}'\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n${table.text}`
      const object = { type: 'TABL', name, parts: [{ part: 'main', text }] }
      return { object, requests: 2 }
    },
    readRest: async () => ({ absence: 'absent', requests: 1 })
  }
}

/** Checks a class alone or with its tests; one process each, as a change set has it. */
export function twinOf(
  tables: readonly Table[]
): (name: string, source: string, tests?: string) => Promise<TwinVerdict> {
  const twin = createTwin()
  const reads = readsOf(tables)
  return async (name, source, tests) => {
    const parts = [{ part: 'main', text: source }]
    if (tests !== undefined) parts.push({ part: 'testclasses', text: tests })
    const objects = [{ type: 'CLAS', name: name.toUpperCase(), parts }]
    return await twin.check({ ...reads, objects }, new AbortController().signal)
  }
}
