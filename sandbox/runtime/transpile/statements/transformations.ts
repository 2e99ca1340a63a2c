/** Makes modules that tell the runner of transformations. */
import type { Objects } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { IOutputFile } from '@abaplint/transpiler/build/src/types.js'
import { readTransformation } from '../../../grammar/transformations/program.ts'
import { quoted } from '../quote.ts'

/** The program travels as a text: nothing of a source becomes code. */
export function transformationModules(object: Objects.Transformation): IOutputFile[] {
  const file = object.getFiles().find(each => each.getFilename().endsWith('.xslt.source.xml'))
  if (file === undefined) return []
  const name = object.getName()
  const { kind, program } = readTransformation(file.getRaw())
  const text = JSON.stringify({ name: name.toUpperCase(), kind, program })
  return [
    {
      object: { name, type: object.getType() },
      filename: `${name.toLowerCase().replaceAll('/', '#')}.xslt.mjs`,
      chunk: new Chunk(`abap.sandbox.transformation(${quoted(text)});\n`),
      requires: [],
      exports: []
    }
  ]
}
