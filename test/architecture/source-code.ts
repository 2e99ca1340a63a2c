/** The production code as the checks of the architecture see it: files, syntax trees, imports. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

const folders =
  'audit,cloud,halt,journal,logon,recording,config,erp-client,tools,mcp,plugins,routes,commands,systems,server,sandbox'

/** Every file of production code. The ABAP of the sandbox is data. */
export const files: readonly SourceFile[] = readFiles(
  ['*.ts', `{${folders}}/**/*.ts`],
  ['sandbox/{dist,seed,test}/**', 'sandbox/kernel/**/*.abap.ts', '**/node_modules/**']
)

export function readFiles(
  patterns: readonly string[],
  exclude: readonly string[] = []
): readonly SourceFile[] {
  return globSync([...patterns], { cwd: root, exclude: [...exclude] })
    .filter(path => !path.endsWith('.d.ts'))
    .map(path => path.split(sep).join('/'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const trees = new WeakMap<SourceFile, ts.SourceFile>()
const imports = new WeakMap<SourceFile, readonly Import[]>()

/** The syntax tree, made once for all checks. */
export function parse(file: SourceFile): ts.SourceFile {
  let tree = trees.get(file)
  if (tree === undefined) {
    tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ESNext, true)
    trees.set(file, tree)
  }
  return tree
}

/** Static and dynamic imports and re-exports. */
export function importsOf(file: SourceFile): readonly Import[] {
  let found = imports.get(file)
  if (found === undefined) {
    found = findImports(parse(file))
    imports.set(file, found)
  }
  return found
}

function findImports(tree: ts.SourceFile): Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const one = importIn(node)
    if (one !== undefined) found.push(one)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function importIn(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: isTypeImport(node) }
  }
  if (ts.isExportDeclaration(node)) {
    const { moduleSpecifier: from, isTypeOnly: typeOnly } = node
    return from !== undefined && ts.isStringLiteral(from)
      ? { specifier: from.text, typeOnly }
      : undefined
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [to] = node.arguments
    if (to !== undefined && ts.isStringLiteral(to)) return { specifier: to.text, typeOnly: false }
  }
  return undefined
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false
  if (importClause.isTypeOnly) return true
  const { name, namedBindings } = importClause
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every(element => element.isTypeOnly)
  )
}

/** The path, from the root of the repository, that a relative specifier names. */
export function target(path: string, specifier: string): string {
  return relative(root, join(root, dirname(path), specifier))
    .split(sep)
    .join('/')
}
