/** Which files of the checkout a source file refers to: by import, by path, by folder, by glob. */
import { dirname, extname, join, matchesGlob, normalize } from 'node:path/posix'
import ts from 'typescript'

/** The files of a checkout, from its root, with `/`. */
export interface Tree {
  readonly files: ReadonlySet<string>
  /** Every folder with all files below it. The root is not one of them. */
  readonly folders: ReadonlyMap<string, readonly string[]>
}

export function createTree(files: readonly string[]): Tree {
  const folders = new Map<string, string[]>()
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      const below = folders.get(folder) ?? []
      below.push(file)
      folders.set(folder, below)
    }
  }
  return { files: new Set(files), folders }
}

/**
 * Files that a run of the given file can read. Every string may be a path: of a module, of a
 * program to start, of a text to read. Too many is harmless, too few is not.
 *
 * @param path of the source file, from the root
 */
export function referencesOf(path: string, text: string, tree: Tree): ReadonlySet<string> {
  const found = new Set<string>()
  for (const string of stringsOf(path, text)) {
    for (const file of resolve(path, string, tree)) found.add(file)
  }
  found.add(`${path}.snapshot`)
  found.delete(path)
  return found
}

function resolve(path: string, string: string, tree: Tree): readonly string[] {
  if (string === '' || string.length > 200 || string.includes('\n')) return []
  const isTool = /^(?:test|tooling|sandbox\/test)\//.test(path)
  if (isTool && string.includes('*')) {
    return [...tree.files].filter(file => matchesGlob(file, string))
  }
  const relative = normalize(join(dirname(path), string)).replace(/\/$/, '')
  const absolute = normalize(string).replace(/^\.?\/|\/$/g, '')
  // A module that is missing is a reference too: it may be what the change has removed.
  const missing = string.startsWith('.') && extname(string) !== '' ? [relative] : []
  // Only tools and tests join the names of folders with a root that they know.
  const folders = string.startsWith('.') ? [relative] : isTool ? [relative, absolute] : []
  return [
    ...[relative, absolute].filter(file => tree.files.has(file)),
    ...folders.flatMap(folder => tree.folders.get(folder) ?? []),
    ...missing
  ]
}

/** All string literals, and the beginning of templates; imports of types alone are left out. */
function stringsOf(path: string, text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) &&
      node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    ) {
      return
    }
    if (ts.isExportDeclaration(node) && node.isTypeOnly) return
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    if (ts.isTemplateExpression(node)) found.push(...beginning(node.head.text))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}

/** `corpus/${name}` reads something of the folder `corpus`. */
function beginning(head: string): readonly string[] {
  const slash = head.lastIndexOf('/')
  return slash > 0 ? [head.slice(0, slash)] : []
}
