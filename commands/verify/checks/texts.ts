/** Text symbols of a class, which every system has: of the run, or of one that the system has. */
import { changeTexts, readTexts } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import { classSource } from '../sources.ts'
import { unguarded } from '../world.ts'

export async function writeTexts({ reader, writer, world }: Bench): Promise<void> {
  const ref = await world.make({ type: 'CLAS', source: classSource })
  const edit = () => '@MaxLength:20\n001=verify\n'
  const nothing = { refused: [], others: [] }
  const texts = { ref, kind: 'symbols', edit, compare: () => nothing } as const
  await changeTexts(writer, texts, unguarded)
  const stored = await readTexts(reader, { ref, kind: 'symbols' })
  expect(/^001=verify\s*$/m.test(stored), 'the text symbol is not stored')
}

/** Reads what the run has written, or the texts of a class that the system has. */
export async function readSymbols(bench: Bench): Promise<void> {
  const { reader, world, exchanges } = bench
  if (world.writing) return await writeTexts(bench)
  const ref = await world.sample('CLAS')
  const symbols = await readTexts(reader, { ref, kind: 'symbols' })
  if (exchanges.at(-1)?.error !== undefined) throw new Skipped(`${ref.name} has no texts`)
  const line = symbols.split('\n').find(each => !/^(?:@.*|\w{3}=.*|\s*)$/.test(each))
  expect(line === undefined, 'a line is neither KEY=text nor a directive')
}
