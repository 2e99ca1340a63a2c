/**
 * How the engine scales: `node bench/sandbox-engine.mts [objects] [edits]` generates a repository
 * of half classes, the rest interfaces, tables, data elements, views and reports that use each
 * other, and prints what loading, checking and searching take, by the clock and in processor time
 * (which a busy machine leaves alone), and the memory over many edits. Figures for people; nothing
 * is asserted.
 */
import { createEngine } from '../sandbox/engine/index.ts'
import { loadKernel } from '../sandbox/kernel/index.ts'
import type { RepositoryFile } from '../sandbox/types.ts'
import { classOf, repository, serviceOf } from './sandbox-objects.mts'

const COUNT = Number(process.argv[2] ?? 1000)
const EDITS = Number(process.argv[3] ?? 5000)

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const [begin, used] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  console.log(
    `${label.padEnd(58)} ${(performance.now() - begin).toFixed(0).padStart(7)} ms ${((user + system) / 1000).toFixed(0).padStart(7)} ms of processor`
  )
  return result
}

const files = repository(COUNT)
const lines = files.reduce((sum, file) => sum + file.text.split('\n').length, 0)
console.log(`${files.length} objects, ${lines} lines, Node ${process.version}`)
const engine = await timed('start with the kernel library', async () => {
  const started = createEngine({ library: loadKernel() })
  await started.load([])
  return started
})
await timed('load', () => engine.load(files))

const [service, target] = [serviceOf(3), classOf(3, Math.max(1, Math.round(COUNT / 10)))]
const edited = (text: string) => ({ ...target, text })
const check = (overlay: RepositoryFile[]) => engine.check({ files: [target.name], overlay })
await timed('first check of a class', () => check([]))
await timed('check of the same class', () => check([]))
await timed('check of a draft with an edited method', () =>
  check([edited(target.text.replace('RETURN.', 'result = 1.'))])
)
await timed('check of a draft with an edited definition', () =>
  check([edited(target.text.replace('ENDCLASS.', '    METHODS more.\nENDCLASS.'))])
)
const uses = await timed('first where-used of a method of an interface', () =>
  engine.references({ file: service.name, row: 3, column: 11, overlay: [] })
)
console.log(`  ${uses.length} uses`)
await timed('where-used again', () =>
  engine.references({ file: service.name, row: 3, column: 11, overlay: [] })
)
const exceptions = await timed('first where-used of an exception class that all use', () =>
  engine.references({ file: 'zcx_bench.clas.abap', overlay: [] })
)
console.log(`  ${exceptions.length} uses`)
await timed('where-used of it again', () =>
  engine.references({ file: 'zcx_bench.clas.abap', overlay: [] })
)
await timed('apply: the exception class moves by a line', () =>
  engine.apply({
    put: [{ name: 'zcx_bench.clas.abap', text: `\n${files[0]?.text ?? ''}` }],
    remove: []
  })
)
await timed('check of one class after that', () => check([]))
await timed('where-used of the exception class after that', () =>
  engine.references({ file: 'zcx_bench.clas.abap', overlay: [] })
)
await timed('definition', () =>
  engine.definition({ file: target.name, row: 12, column: 20, overlay: [] })
)
await timed('outline', () => engine.structure({ file: target.name, overlay: [] }))
await timed('closure', () => engine.closure({ files: [target.name], overlay: [] }))
await timed('query', () =>
  engine.analyzeSelect({ sql: 'SELECT code, amount FROM zbt_bench_3 WHERE amount > 3' })
)
const memory = () => `${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`
console.log(`memory ${memory()}`)
for (let done = 0; done < EDITS; done += Math.ceil(EDITS / 5)) {
  const until = Math.min(EDITS, done + Math.ceil(EDITS / 5))
  await timed(
    `edits ${done + 1} to ${until}: a check of the draft, every tenth saved`,
    async () => {
      for (let edit = done; edit < until; edit++) {
        const draft = edited(target.text.replace('RETURN.', `result = ${edit}.`))
        await check([draft])
        if (edit % 10 === 0) await engine.apply({ put: [draft], remove: [] })
      }
    }
  )
  console.log(`memory ${memory()}`)
}
await engine.close()
