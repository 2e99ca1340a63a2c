/**
 * Makes one script of all that runs inside the realm of a child: the runtime of the generated code
 * and the runner's side of it.
 */
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import type { ExportNamedDeclaration, Identifier, ImportDeclaration, Literal } from 'acorn'
import { sibling } from '../sibling.ts'
import { spliced } from './splice.ts'
import type { Insertion } from './splice.ts'

interface Part {
  readonly code: string
  readonly needs: ReadonlyMap<string, string>
}

/**
 * The script's value is a function whose argument is the functions of the process. Every module is
 * a function of its own, as in Node.js, and nothing is loaded any more once the script runs: the
 * realm has no loader. `files`: what it was made of.
 */
export function realmScript(): { readonly script: string; readonly files: readonly string[] } {
  const globals = fileURLToPath(sibling('child/globals', import.meta.url))
  const entry = fileURLToPath(sibling('child/realm', import.meta.url))
  const parts = new Map<string, Part>()
  const queue = [globals, entry]
  for (const file of queue) {
    if (parts.has(file)) continue
    const part = partOf(file)
    parts.set(file, part)
    queue.push(...part.needs.values())
  }
  const ids = new Map([...parts.keys()].map((file, index) => [file, index]))
  const modules = [...parts.values()].map(({ code, needs }) => {
    const table = Object.fromEntries(
      [...needs].map(([specifier, file]) => [specifier, ids.get(file)])
    )
    return `[function (exports, require, module) {${code}\n}, ${JSON.stringify(table)}]`
  })
  const script = `(function (host) { "use strict";
const modules = [${modules.join(',\n')}];
const loaded = [];
const load = id => {
  if (loaded[id] !== undefined) return loaded[id].exports;
  const module = loaded[id] = { exports: {} };
  modules[id][0](module.exports, specifier => load(modules[id][1][specifier]), module);
  return module.exports;
};
load(${ids.get(entry)}).enter(load(${ids.get(globals)}).installGlobals(host));
})`
  return { script, files: [...parts.keys()] }
}

function partOf(file: string): Part {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.ts')) return fromModule(nodeModule.stripTypeScriptTypes(source), file)
  return isCommon(source) ? fromCommon(source, file) : fromModule(source, file)
}

/** Compilers begin CommonJS with the directive that modules do not need. */
function isCommon(source: string): boolean {
  return source.startsWith('"use strict";') || !/^(import|export)[ {]/m.test(source)
}

function fromCommon(source: string, file: string): Part {
  const needs = new Map<string, string>()
  for (const [, specifier = ''] of source.matchAll(/\brequire\("([^"]+)"\)/g)) {
    needs.set(specifier, resolved(specifier, file))
  }
  return { code: source, needs }
}

/**
 * Functions are exported before anything is imported, so that modules of a cycle find each other's.
 */
function fromModule(source: string, file: string): Part {
  const needs = new Map<string, string>()
  const edits: Insertion[] = []
  const before: string[] = []
  const after: string[] = []
  const need = (literal: Literal): string => {
    const specifier = String(literal.value)
    needs.set(specifier, resolved(specifier, file))
    return `require(${JSON.stringify(specifier)})`
  }
  for (const node of parse(source, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
    const { start, end, type } = node
    if (type === 'ImportDeclaration') {
      edits.push({ start, end, text: imported(node, need(node.source)) })
    }
    if (type === 'ExportAllDeclaration' || type === 'ExportDefaultDeclaration') {
      throw new Error(`${type} in ${file}`)
    }
    if (node.type !== 'ExportNamedDeclaration') continue
    const declaration = node.declaration ?? undefined
    edits.push({ start, end: declaration?.start ?? end, text: '' })
    const list = declaration?.type === 'FunctionDeclaration' ? before : after
    const from = node.source == null ? undefined : need(node.source)
    const prefix = from === undefined ? '' : `${from}.`
    for (const [name, local] of exported(node)) list.push(`exports.${name} = ${prefix}${local};`)
  }
  const code = `"use strict";${before.join('')}${spliced(source, edits)}\n${after.join('')}`
  return { code, needs }
}

function imported(node: ImportDeclaration, from: string): string {
  const names: string[] = []
  for (const specifier of node.specifiers) {
    const {
      local: { name }
    } = specifier
    if (specifier.type === 'ImportNamespaceSpecifier') return `const ${name} = ${from};`
    if (specifier.type === 'ImportDefaultSpecifier') throw new Error(`the default import ${name}`)
    names.push(`${nameOf(specifier.imported)}: ${name}`)
  }
  return `const { ${names.join(', ')} } = ${from};`
}

function exported(node: ExportNamedDeclaration): [string, string][] {
  const { declaration } = node
  if (declaration == null) {
    return node.specifiers.map(({ exported: name, local }) => [nameOf(name), nameOf(local)])
  }
  if (declaration.type !== 'VariableDeclaration') {
    return [[declaration.id.name, declaration.id.name]]
  }
  return declaration.declarations.map(({ id }) => {
    if (id.type !== 'Identifier') throw new Error('an export of several names')
    return [id.name, id.name]
  })
}

function nameOf(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}

/** Modules of the process have no place in the realm. */
function resolved(specifier: string, file: string): string {
  if (specifier.startsWith('.')) {
    const path = fileURLToPath(new URL(specifier, `file://${file}`))
    return /\.[cm]?[jt]s$/.test(path) ? path : nodeModule.createRequire(file).resolve(specifier)
  }
  const path = nodeModule.createRequire(file).resolve(specifier)
  if (nodeModule.isBuiltin(path)) throw new Error(`${file} needs ${specifier}: the realm has none`)
  return path
}
