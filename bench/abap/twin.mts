/**
 * Answers of models through the twin, as a change set of one class, at an ERP that has nothing of its
 * own.
 */
import { createTwin } from '../../twin-process.ts'
import type { TwinInput, TwinVerdict } from '../../tools/index.ts'

/** The system of the verdicts had none of the objects that answers name. */
const reads: Pick<TwinInput, 'read' | 'readRest'> = {
  read: async () => ({ absence: 'absent', requests: 1 }),
  readRest: async () => ({ absence: 'absent', requests: 1 })
}

/** Checks a class alone or with its tests; one process each, as a change set has it. */
export function twinOf(): (name: string, source: string, tests?: string) => Promise<TwinVerdict> {
  const twin = createTwin()
  return async (name, source, tests) => {
    const parts = [{ part: 'main', text: source }]
    if (tests !== undefined) parts.push({ part: 'testclasses', text: tests })
    const objects = [{ type: 'CLAS', name: name.toUpperCase(), parts }]
    return await twin.check({ ...reads, objects }, new AbortController().signal)
  }
}
