/** Writes the function modules of a lock object. */
import { Objects } from '@abaplint/core'
import type { IRegistry } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { IOutputFile } from '@abaplint/transpiler/build/src/types.js'
import type { LockObject } from '../../child/transaction/locks.ts'

/** `ENQUEUE_…` and `DEQUEUE_…`, as an activation generates them; the kernel sets the locks. */
export function lockModules(object: Objects.LockObject, registry: IRegistry): IOutputFile[] {
  const definition = JSON.stringify(JSON.stringify(definitionOf(object, registry)))
  const code = ['ENQUEUE', 'DEQUEUE'].map(
    kind =>
      `abap.FunctionModules[${JSON.stringify(moduleName(kind, object.getName()))}] = async (INPUT) => {` +
      `await abap.Classes["KERNEL_LOCK"].${kind.toLowerCase()}({lock: ${definition}, exporting: INPUT?.exporting});};\n`
  )
  const name = object.getName()
  return [
    {
      object: { name, type: object.getType() },
      filename: `${name.toLowerCase().replaceAll('/', '#')}.enqu.mjs`,
      chunk: new Chunk(code.join('')),
      requires: [],
      exports: []
    }
  ]
}

/** `/ABC/EX` has the module `/ABC/ENQUEUE_EX`. */
function moduleName(kind: string, name: string): string {
  const [, space = '', rest = ''] = /^(\/\w+\/)?(.*)$/.exec(name.toUpperCase()) ?? []
  return `${space}${kind}_${rest}`
}

function definitionOf(object: Objects.LockObject, registry: IRegistry): LockObject {
  const text = object.getXMLFile()?.getRaw() ?? ''
  const primary = object.getPrimaryTable() ?? ''
  const tables = [...text.matchAll(/<DD26E>([^]*?)<\/DD26E>/g)].map(([, part = '']) => ({
    name: valueIn(part, 'TABNAME'),
    mode: valueIn(part, 'ENQMODE') || 'E'
  }))
  const fields = [...text.matchAll(/<DD27P>([^]*?)<\/DD27P>/g)]
    .filter(([, part = '']) => valueIn(part, 'WANTED') !== '-')
    .map(([, part = '']) => valueIn(part, 'VIEWFIELD'))
  const table = registry.getObject('TABL', primary)
  return {
    name: object.getName().toUpperCase(),
    tables: tables.length > 0 ? tables : [{ name: primary, mode: 'E' }],
    fields:
      fields.length > 0 ? fields : table instanceof Objects.Table ? table.listKeys(registry) : []
  }
}

function valueIn(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
}
