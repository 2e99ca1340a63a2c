/** Limits of files, functions, lists of parameters and folders. */
import { dirname } from 'node:path'
import ts from 'typescript'
import { parse } from './source-code.ts'
import type { SourceFile } from './source-code.ts'

const limits = { file: 300, function: 40, parameters: 3, folder: 25 }

/** The sandbox models an engine whose operations take four operands. */
const parametersOf = (path: string) => (path.startsWith('sandbox/') ? 4 : limits.parameters)

export function sizeFaults(file: SourceFile, tables: ReadonlySet<string>): string[] {
  const length = file.text.trimEnd().split('\n').length
  const long = length > limits.file && !tables.has(file.path)
  return [...functionFaults(file), ...(long ? [`${file.path} has ${length} lines`] : [])]
}

/** Lines of a function count without those of the functions inside it. */
function functionFaults(file: SourceFile): string[] {
  const source = parse(file)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const faults: string[] = []
  const measure = (node: ts.Node): number => {
    let nested = 0
    const walk = (child: ts.Node): void => {
      if (ts.isFunctionLike(child)) nested += measure(child)
      else ts.forEachChild(child, walk)
    }
    ts.forEachChild(node, walk)
    const first = lineOf(node.getStart(source))
    const lines = lineOf(node.end) - first + 1
    if (ts.isFunctionLike(node)) {
      const where = `${file.path}:${first + 1}`
      if (lines - nested > limits.function) {
        faults.push(`${where} has a function of ${lines - nested} lines`)
      }
      const parameters = node.parameters.filter(({ name }) => name.getText(source) !== 'this')
      if (parameters.length > parametersOf(file.path)) {
        faults.push(`${where} has ${parameters.length} parameters`)
      }
    }
    return lines
  }
  measure(source)
  return faults
}

export function folderFaults(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > limits.folder)
    .map(([folder, count]) => `${folder} holds ${count} files`)
}
