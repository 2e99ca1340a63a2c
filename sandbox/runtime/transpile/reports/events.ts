/** Takes programs apart into their event blocks, which the runner calls in the order of a report. */
import { Nodes, Objects, ScopeType, Statements, Structures, type IObject } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import rearrangers from '@abaplint/transpiler/build/src/rearranger.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import type { Traversal } from '../tables/dynamic.ts'
import { beginBlock, noteProgramLevel } from '../probes/blocks.ts'
import { guardStatement } from '../refusals.ts'

interface ProgramTraversal {
  readonly programMain?: Chunk
  getCurrentObject(): IObject
  getFilename(): string
  traverseProgramLevel(node: Nodes.StructureNode, main: { appendChunk(chunk: Chunk): void }): Chunk
}

interface Block {
  /** The event, and what it is raised for: a field, a block, a group. */
  readonly event: string
  readonly subject: string
  readonly code: Chunk
}

interface Program {
  readonly blocks: Block[]
  /** The code of the declarations of the selection screen, in their order. */
  readonly selections: string[]
  depth: number
}

const programs = new WeakMap<Chunk, Program>()

function programOf(main: Chunk): Program {
  const known = programs.get(main)
  if (known !== undefined) return known
  // what stands before the first event belongs to START-OF-SELECTION
  const blocks = [{ event: 'START-OF-SELECTION', subject: '', code: new Chunk() }]
  const made = { blocks, selections: [], depth: 0 }
  programs.set(main, made)
  return made
}

/** Adds a declaration of the selection screen to the description of the program. */
export function addSelection(traversal: Traversal, code: string): void {
  const { programMain } = traversal as unknown as ProgramTraversal
  if (programMain !== undefined) programOf(programMain).selections.push(code)
}

const EVENTS = {
  LoadOfProgramTranspiler: 'LOAD-OF-PROGRAM',
  InitializationTranspiler: 'INITIALIZATION',
  StartOfSelectionTranspiler: 'START-OF-SELECTION',
  EndOfSelectionTranspiler: 'END-OF-SELECTION',
  AtSelectionScreenTranspiler: 'AT SELECTION-SCREEN',
  TopOfPageTranspiler: 'TOP-OF-PAGE',
  EndOfPageTranspiler: 'END-OF-PAGE',
  // raised by users of a list, and by logical databases: never here
  AtLineSelectionTranspiler: 'AT LINE-SELECTION',
  AtUserCommandTranspiler: 'AT USER-COMMAND',
  AtPFTranspiler: 'AT PF',
  GetTranspiler: 'GET'
} as const

/** Applies to the transpiler of this thread. */
export function installEvents(): void {
  for (const [name, event] of Object.entries(EVENTS)) {
    const kind = (statements as unknown as Record<string, { prototype: object } | undefined>)[name]
    if (kind === undefined) throw new Error(`the transpiler has no ${name}`)
    Object.assign(kind.prototype, {
      transpile(node: Nodes.StatementNode, traversal: ProgramTraversal) {
        const { programMain } = traversal
        const words = wordsOf(node)
        if (programMain !== undefined) {
          const subject = words.slice(event.length).replace(/^ ON /, '')
          programOf(programMain).blocks.push({ event, subject, code: new Chunk() })
          beginBlock(words, { file: traversal.getFilename(), node })
        }
        return new Chunk()
      }
    })
  }
  // the transpiler sorts the blocks, and drops those of selection screens with all behind them
  Object.assign(rearrangers.Rearranger.prototype, {
    rearrangeListEvents: (node: Nodes.StructureNode) => node
  })
  installProgramLevel()
  installExits()
}

function wordsOf(node: Nodes.StatementNode): string {
  return node
    .concatTokens()
    .replace(/\s*\.$/, '')
    .replace(/\s+/g, ' ')
    .toUpperCase()
}

function installProgramLevel(): void {
  const prototype = traversals.Traversal.prototype as unknown as ProgramTraversal
  const original = prototype.traverseProgramLevel
  prototype.traverseProgramLevel = function (this: ProgramTraversal, node, main) {
    if (!(main instanceof Chunk)) return original.call(this, node, main)
    const bodies = node.findDirectStructures(Structures.Normal)
    for (const body of bodies) for (const child of body.getChildren()) guardStatement(child)
    noteProgramLevel(bodies)
    const program = programOf(main)
    if (program.depth++ === 0) beginBlock('START-OF-SELECTION')
    const declarations = original.call(this, node, {
      appendChunk: chunk => program.blocks.at(-1)?.code.appendChunk(chunk)
    })
    // includes are part of the program: the outermost file writes the description
    if (--program.depth === 0) describe(program, main, this.getCurrentObject())
    return declarations
  }
}

function describe(program: Program, main: Chunk, object: IObject): void {
  main.appendString(`return {\n${headOf(object)},\n"selections": [\n`)
  for (const selection of program.selections) main.appendString(`${selection},\n`)
  main.appendString('],\n"blocks": [\n')
  for (const { event, subject, code } of program.blocks) {
    const [name, what] = [JSON.stringify(event), JSON.stringify(subject.trim())]
    // the name of the function is what call stacks show
    const shown = event.replace(/\W/g, '_')
    main.appendString(`{"event": ${name}, "subject": ${what}, "run": async function ${shown}() {\n`)
    main.appendChunk(code)
    main.appendString('\n}},\n')
  }
  main.appendString(']};\n')
}

/** What the introduction of the program and its text pool say about the list. */
function headOf(object: IObject): string {
  if (!(object instanceof Objects.Program)) return ''
  const statement = object
    .getMainABAPFile()
    ?.getStatements()
    .find(
      each => each.get() instanceof Statements.Report || each.get() instanceof Statements.Program
    )
  const words = statement === undefined ? '' : wordsOf(statement)
  const number = (pattern: RegExp): number => Number(pattern.exec(words)?.[1] ?? 0)
  const head = {
    isExecutable: /<SUBC>[^1]<\/SUBC>/.exec(object.getXML() ?? '') === null,
    hasHeading: !/ NO STANDARD PAGE HEADING\b/.test(words),
    lineSize: number(/ LINE-SIZE (\d+)/),
    lineCount: number(/ LINE-COUNT (\d+)/),
    footer: number(/ LINE-COUNT \d+ ?\( ?(\d+) ?\)/),
    title: textsOf(object, 'R')[0] ?? object.getName().toUpperCase(),
    header: textsOf(object, 'T')[0] ?? '',
    columnHeadings: textsOf(object, 'H')
  }
  return Object.entries(head)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(', ')
}

/** Entries of the text pool in their order: R the title, T that of the list, H its columns. */
function textsOf(object: Objects.Program, id: string): string[] {
  const items = [...(object.getXML() ?? '').matchAll(/<item>([^]*?)<\/item>/g)]
  return items.flatMap(([, item = '']) =>
    item.includes(`<ID>${id}</ID>`) ? (/<ENTRY>([^<]*)<\/ENTRY>/.exec(item)?.[1] ?? []) : []
  )
}

/**
 * EXIT and RETURN in START-OF-SELECTION end the report: END-OF-SELECTION is not raised. CHECK ends
 * the block alone.
 */
function installExits(): void {
  const prototype = statements.ReturnTranspiler.prototype as unknown as {
    transpile(node: Nodes.StatementNode, traversal: Traversal): Chunk
  }
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const chunk = original.call(this, node, traversal)
    const { programMain } = traversal as unknown as ProgramTraversal
    if (programMain === undefined || node.get() instanceof Statements.Check) return chunk
    return isInBlock(node, traversal) && /\breturn;$/.test(chunk.getCode())
      ? new Chunk().append(chunk.getCode().replace(/return;$/, 'return true;'), node, traversal)
      : chunk
  }
}

const BLOCK_SCOPES = new Set<string>([ScopeType.Program, ScopeType.SelectionEvent])

function isInBlock(node: Nodes.StatementNode, traversal: Traversal): boolean {
  const scope = traversal.findCurrentScopeByToken(node.getFirstToken())
  return scope !== undefined && BLOCK_SCOPES.has(String(scope.getIdentifier().stype))
}

/** Makes a program known to the runner under its name. */
export function withProgram(code: Chunk, name: string): Chunk {
  const register = `\nabap.sandbox.reports.define(${JSON.stringify(name.toUpperCase())}, $main);\n`
  return new Chunk().appendChunk(code).appendString(register)
}
