/** Tells the runner what of a class is final: generated code does not say it. */
import { Objects, Statements, type IObject } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { IOutputFile } from '@abaplint/transpiler/build/src/types.js'

/** Test doubles are subclasses, which a final class has not. */
export function withFinality(modules: readonly IOutputFile[], object: IObject): IOutputFile[] {
  if (!(object instanceof Objects.Class)) return [...modules]
  const statements = object.getMainABAPFile()?.getStatements() ?? []
  const methods = statements.flatMap(statement => {
    const name = /^METHODS (\S+) (?:.* )?FINAL\b/i.exec(statement.concatTokens())?.[1]
    return statement.get() instanceof Statements.MethodDef && name !== undefined
      ? [name.toUpperCase()]
      : []
  })
  const isFinal = object.getDefinition()?.isFinal() === true
  if (!isFinal && methods.length === 0) return [...modules]
  const type = `abap.Classes[${JSON.stringify(object.getName().toUpperCase())}]`
  const code = `\n${type}.FINAL = ${isFinal};\n${type}.FINAL_METHODS = ${JSON.stringify(methods)};\n`
  return modules.map(module =>
    module.filename.endsWith('.clas.mjs')
      ? { ...module, chunk: new Chunk().appendChunk(module.chunk).appendString(code) }
      : module
  )
}
