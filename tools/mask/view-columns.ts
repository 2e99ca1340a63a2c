/** Traces masked columns through CDS views: which elements show one, and which rows depend on one. */
import { readExtensions } from '../sql/cds-extension.ts'
import { isBuiltIn } from '../sql/cds-functions.ts'
import type { CdsBranch } from '../sql/cds-select.ts'
import { CdsError } from '../sql/cds-tokens.ts'
import type { CdsToken } from '../sql/cds-tokens.ts'
import { readAccess } from '../sql/cds-access.ts'
import { readEntities } from '../sql/cds.ts'
import type { Definitions } from '../sql/lineage.ts'
import type { ColumnRules } from './rules.ts'
import { tableColumns } from './table-columns.ts'
import type { Columns, ColumnState, TypeReader } from './table-columns.ts'
import { comparesRows, isNamed, mayFail, noteSteps, words } from './view-names.ts'
import { isName, isSign, viewParts } from './view-parts.ts'
import type { ViewParts } from './view-parts.ts'

const mostViews = 200

interface View {
  readonly name: string
  readonly parts: readonly ViewParts[]
  readonly branches: readonly CdsBranch[]
  readonly conditions: ReadonlySet<string>
  readonly masked: Set<string>
  /** Masked elements whose expression can fail by a value. */
  readonly fragile: Set<string>
  readonly known: ReadonlySet<string>
  /** Sources whose columns the view hands on under their own names. */
  readonly stars: ReadonlySet<string>
}

type Node =
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'table'; readonly columns: Columns }
  | { readonly kind: 'opaque'; readonly why: string }

/** A name of a statement whose columns cannot be told, or whose rows depend on a masked column. */
export interface ColumnFault {
  readonly name: string
  readonly why: string
}

export class ColumnLineage {
  readonly #definitions: Definitions
  readonly #types: TypeReader
  readonly #rules: ColumnRules
  readonly #nodes = new Map<string, Node>()

  constructor(definitions: Definitions, types: TypeReader, rules: ColumnRules) {
    this.#definitions = definitions
    this.#types = types
    this.#rules = rules
  }

  /** Loads all that the names read, along the associations that they or `followed` go along. */
  async load(names: readonly string[], followed: ReadonlySet<string>): Promise<void> {
    const open = new Set(names)
    const steps = new Set(followed)
    const loaded: CdsBranch[] = []
    for (const name of open) {
      const node = await this.#node(name)
      if (node.kind === 'view') loaded.push(...node.view.branches)
      for (const branch of loaded) noteSteps(branch, steps)
      for (const { sources, associations } of loaded) {
        for (const one of sources) open.add(one.name)
        for (const { name: step, target } of associations) {
          if (steps.has('*') || steps.has(step)) open.add(target)
        }
      }
    }
    this.#settle()
  }

  state(name: string, column: string, depth = 0): ColumnState {
    const node = this.#nodes.get(name)
    if (node === undefined || node.kind === 'opaque' || depth > mostViews) return 'masked'
    if (node.kind === 'table') return node.columns.state(column)
    const { masked, known, stars } = node.view
    if (masked.has(column) || this.#rules.isColumn(name, column)) return 'masked'
    if (known.has(column)) return 'clear'
    const handed = [...stars].map(source => this.state(source, column, depth + 1))
    return handed.find(one => one !== 'clear') ?? (handed.length === 0 ? 'unknown' : 'clear')
  }

  /** Whether reading this column, or any one, can fail by a masked value. */
  isFragile(name: string, column?: string): boolean {
    const node = this.#nodes.get(name)
    if (node?.kind !== 'view') return false
    const { fragile, stars } = node.view
    const own = column === undefined ? fragile.size > 0 : fragile.has(column)
    return own || [...stars].some(one => this.isFragile(one, column))
  }

  /** Whether any column of the source is masked, or may be. */
  hasMasked(name: string, depth = 0): boolean {
    const node = this.#nodes.get(name)
    if (node === undefined || node.kind === 'opaque' || depth > mostViews) return true
    if (node.kind === 'table') return node.columns.hasMasked
    const { masked, stars } = node.view
    return masked.size > 0 || [...stars].some(one => this.hasMasked(one, depth + 1))
  }

  /** Whether a column of this name is masked anywhere in what was loaded. */
  isMaskedAnywhere(column: string): boolean {
    return [...this.#nodes.keys()].some(name => this.state(name, column) === 'masked')
  }

  /** Names of the masked columns of one name, as far as they are known. */
  maskedOf(name: string): readonly string[] {
    const node = this.#nodes.get(name)
    if (node === undefined || node.kind === 'opaque') return []
    if (node.kind === 'table') return node.columns.masked
    const handed = [...node.view.stars].flatMap(one => this.maskedOf(one))
    return [...new Set([...node.view.masked, ...handed])]
  }

  /** What is wrong with a source of the statement, with all sources behind it. */
  faultOf(name: string, seen = new Set<string>()): ColumnFault | undefined {
    if (seen.has(name)) return undefined
    seen.add(name)
    const node = this.#nodes.get(name)
    if (node === undefined) return { name, why: 'it was not read' }
    if (node.kind === 'opaque') return { name, why: node.why }
    if (node.kind === 'table') return undefined
    const { masked, parts } = node.view
    if (masked.size > 0 && parts.some(comparesRows)) {
      return { name, why: 'it compares rows with masked columns (DISTINCT or a set without ALL)' }
    }
    const decides = this.#deciding(node.view)
    if (decides !== undefined) {
      return { name, why: `its rows depend on ${decides}, which is masked or cannot be told` }
    }
    for (const { sources } of node.view.branches) {
      for (const one of sources) {
        const fault = this.faultOf(one.name, seen)
        if (fault !== undefined) return fault
      }
    }
    return undefined
  }

  async #node(name: string): Promise<Node> {
    const known = this.#nodes.get(name)
    if (known !== undefined) return known
    const node: Node =
      this.#nodes.size >= mostViews
        ? { kind: 'opaque', why: `more than ${mostViews} views are behind it` }
        : await this.#read(name)
    this.#nodes.set(name, node)
    return node
  }

  async #read(name: string): Promise<Node> {
    const definition = await this.#definitions.find(name)
    if (definition.kind === 'table') {
      return { kind: 'table', columns: await tableColumns(this.#types, this.#rules, name) }
    }
    if (definition.kind !== 'view') return { kind: 'opaque', why: definition.why }
    try {
      return { kind: 'view', view: await this.#view(name, definition) }
    } catch (error) {
      if (!(error instanceof CdsError)) throw error
      return { kind: 'opaque', why: error.message }
    }
  }

  async #view(
    name: string,
    { source, access }: { readonly source: string; readonly access?: string | undefined }
  ): Promise<View> {
    const entities = readEntities(source)
    if (entities.some(entity => entity.name !== name)) {
      throw new CdsError('its source defines an entity of another name')
    }
    const parts = [viewParts(source)]
    const branches = entities.flatMap(entity => entity.branches)
    if (entities.some(({ extensible }) => extensible)) {
      const users = await this.#definitions.usersOf(name)
      if (users.kind !== 'known') {
        throw new CdsError(`its source lets others extend it, and ${users.why}`)
      }
      for (const user of users.sources) {
        const extensions = readExtensions(user.source, name)
        if (extensions.length === 0) continue
        parts.push(viewParts(user.source))
        branches.push(...extensions.map(({ branch }) => branch))
      }
    }
    if (branches.length === 0 || parts.every(({ elements }) => elements.length === 0)) {
      throw new CdsError('its elements are not understood')
    }
    const conditions = access === undefined ? new Set<string>() : readAccess(access).names
    const elements = parts.flatMap(one => one.elements)
    const sources = branches.flatMap(branch => branch.sources.map(one => one.name))
    if (this.#rules.byType && sources.length === 0) {
      throw new CdsError('the types of its elements are not read')
    }
    return {
      name,
      parts,
      branches,
      conditions,
      masked: new Set(),
      fragile: new Set(),
      known: new Set(elements.flatMap(({ alias, isStar }) => (isStar ? [] : [alias]))),
      stars: new Set(elements.some(({ isStar }) => isStar) ? sources : [])
    }
  }

  /** Masked elements of one view make those of another one, until no more are found. */
  #settle(): void {
    const views = [...this.#nodes.values()].flatMap(node =>
      node.kind === 'view' ? [node.view] : []
    )
    for (let isOpen = true; isOpen;) {
      const found = views.map(view => this.#mark(view))
      isOpen = found.some(Boolean)
    }
  }

  /** Whether a masked element was found that was not known before. */
  #mark(view: View): boolean {
    const size = () => view.masked.size + view.fragile.size
    const before = size()
    for (const { alias, tokens, isStar } of view.parts.flatMap(({ elements }) => elements)) {
      const isMasked =
        !isStar &&
        (this.#rules.isColumn(view.name, alias) || this.#masked(view, tokens) !== undefined)
      if (!isMasked) continue
      view.masked.add(alias)
      const isFragile = mayFail(tokens) || tokens.some(({ text }) => this.#isFragileName(text))
      if (isFragile) view.fragile.add(alias)
    }
    return size() > before
  }

  #isFragileName(column: string): boolean {
    return [...this.#nodes.keys()].some(name => this.isFragile(name, column))
  }

  #deciding(view: View): string | undefined {
    for (const { rest } of view.parts) {
      const found = this.#masked(view, rest)
      if (found !== undefined) return found
    }
    const all = [...view.masked]
    return [...view.conditions].find(name => all.includes(name) || this.#inSources(view, name))
  }

  #inSources(view: View, name: string): boolean {
    return view.branches.some(({ sources }) =>
      sources.some(one => this.state(one.name, name) === 'masked')
    )
  }

  /** The first name in an expression that is a masked column or may be one. */
  #masked(view: View, tokens: readonly CdsToken[]): string | undefined {
    const found = tokens.findIndex((token, at) => isName(token) && this.#isMasked(view, tokens, at))
    return tokens[found]?.text
  }

  #isMasked(view: View, tokens: readonly CdsToken[], at: number): boolean {
    const name = tokens[at]?.text ?? ''
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    if (isSign(next, '.') || isSign(next, '[')) return false
    const sources = view.branches.flatMap(branch => branch.sources)
    if (isSign(before, '.')) {
      const head = isSign(tokens[at - 3], '.') ? undefined : tokens[at - 2]?.text
      const own = sources.filter(({ alias }) => alias === head)
      if (own.length > 0) return own.some(one => this.#shows(one.name, name))
      if (head?.startsWith('$') === true && view.known.has(name)) return view.masked.has(name)
      return this.isMaskedAnywhere(name)
    }
    if (isSign(before, ':') || (isSign(next, '(') && isBuiltIn(name))) return false
    const states = sources.map(one => this.state(one.name, name))
    if (states.includes('masked')) return true
    // A field that was appended to a table stands in no definition that is read.
    const isColumn = before?.text !== 'AS' && !words.has(name) && !isNamed(view, name)
    return states.includes('unknown') && !states.includes('clear') && isColumn
  }

  /** A source that cannot be told shows what it likes. */
  #shows(source: string, column: string): boolean {
    return this.state(source, column) !== 'clear'
  }
}
