/**
 * Makes files of JavaScript of the code of the confined process: Node.js takes longer to strip types than
 * a short program runs, and would do so at each start.
 */
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { sibling } from '../sibling.ts'
import { spliced } from './splice.ts'

/** A module of the process, under a name in one folder; the first one starts it. */
export interface ProcessFile {
  readonly name: string
  readonly code: string
}

/** `files`: what they were made of. */
export function processFiles(): {
  readonly modules: readonly ProcessFile[]
  readonly files: readonly string[]
} {
  const names = new Map<string, string>()
  const nameOf = (file: string): string => {
    const name = names.get(file) ?? `${names.size}-${basename(file).replace(/\.[jt]s$/, '.mjs')}`
    names.set(file, name)
    return name
  }
  nameOf(fileURLToPath(sibling('process/main', import.meta.url)))
  const modules: ProcessFile[] = []
  for (const [file, name] of names) modules.push({ name, code: codeOf(file, nameOf) })
  return { modules, files: [...names.keys()] }
}

/** The module with other names of the modules that it imports; those of Node.js keep theirs. */
function codeOf(file: string, nameOf: (file: string) => string): string {
  const text = readFileSync(file, 'utf8')
  const source = file.endsWith('.ts') ? nodeModule.stripTypeScriptTypes(text) : text
  const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' })
  const splices = body.flatMap(node => {
    if (!('source' in node) || node.source == null) return []
    const specifier = String(node.source.value)
    if (nodeModule.isBuiltin(specifier)) return []
    if (!specifier.startsWith('.')) {
      throw new Error(`${file} needs ${specifier}: the process has none`)
    }
    const needed = fileURLToPath(new URL(specifier, `file://${file}`))
    const { start, end } = node.source
    return [{ start, end, text: JSON.stringify(`./${nameOf(needed)}`) }]
  })
  return spliced(source, splices)
}
