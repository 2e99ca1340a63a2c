/** Projection views: the entity below them, and how they name its elements. */
import type { CdsAssociation, EntityObject } from './cds-types.ts'

export interface ProjectionView {
  readonly base: string
  /** Own name and name below, in upper case; elements of other origins are left out. */
  readonly names: readonly (readonly [string, string])[]
}

const COMMENTS = /\/\*[^]*?\*\/|\/\/.*$|--.*$/gm
const HEAD = /\bas\s+projection\s+on\s+([\w/]+)(?:\s+as\s+(\w+))?/i
const ELEMENT = /^(?:key\s+)?(?:(\w+)\.)?(\w+)(?:\s+as\s+(\w+))?(?:\s*:\s*([^]*))?$/i
const REDIRECTED = /^redirected\s+to\s+(?:(composition\s+child|parent)\s+)?([\w/]+)/i

/** The values of annotations have commas and braces: they are taken out, from the inside. */
function bare(text: string): string {
  const plain = text.replace(/'(?:[^'\\]|\\.)*'/g, '#text')
  for (let before = '', now = plain; ;) {
    before = now
    now = now.replace(/\[[^[\]{}]*\]|:\s*\{[^[\]{}]*\}|\{[^[\]{}]*\}(?=\s*[,\]])/g, match =>
      match.startsWith(':') ? ': #value' : '#value'
    )
    if (now === before) return now.replace(/@<?[\w.]+(?:\s*:\s*(?:#?[\w.#]+))?/g, ' ')
  }
}

interface Parsed extends ProjectionView {
  readonly redirections: readonly CdsAssociation[]
}

function parse(source: string): Parsed | undefined {
  const text = source.replace(COMMENTS, ' ')
  const head = HEAD.exec(text)
  if (head === null) return undefined
  const [, base = '', alias = base] = head
  const rest = bare(text.slice(head.index + head[0].length))
  const names: [string, string][] = []
  const redirections: CdsAssociation[] = []
  for (const part of rest.slice(rest.indexOf('{') + 1, rest.lastIndexOf('}')).split(',')) {
    const [, path, name = '', own = name, type = ''] = ELEMENT.exec(part.trim()) ?? []
    const isBelow = path === undefined || path.toUpperCase() === alias.toUpperCase()
    if (name === '' || !isBelow) continue
    names.push([own.toUpperCase(), name.toUpperCase()])
    const [, kind, target] = REDIRECTED.exec(type.trim()) ?? []
    if (target === undefined) continue
    redirections.push({
      name: own.toUpperCase(),
      target: target.toUpperCase(),
      kind: kind === undefined ? 'other' : /^parent$/i.test(kind) ? 'parent' : 'composition'
    })
  }
  return { base: base.toUpperCase(), names, redirections }
}

/** Undefined for other views. */
export function readProjection(source: string): ProjectionView | undefined {
  const found = parse(source)
  return found === undefined ? undefined : { base: found.base, names: found.names }
}

/** Associations that lead to projections too. */
export const readRedirections = (source: string): readonly CdsAssociation[] =>
  parse(source)?.redirections ?? []

/** The form in which the file of a table that stands for a view holds it. */
export function projectionXml({ base, names }: ProjectionView): string {
  const pairs = names.map(pair => pair.join('=')).join(',')
  return `<PROJECTION><BASE>${base}</BASE><NAMES>${pairs}</NAMES></PROJECTION>`
}

function readXml(xml: string): ProjectionView | undefined {
  const [, base, pairs = ''] =
    /<PROJECTION><BASE>([\w/]+)<\/BASE><NAMES>([^<]*)<\/NAMES><\/PROJECTION>/.exec(xml) ?? []
  if (base === undefined) return undefined
  const names = pairs.split(',').map(pair => {
    const [own = '', below = ''] = pair.split('=')
    return [own, below] as const
  })
  return { base, names }
}

const known = new WeakMap<object, ProjectionView | undefined>()

export function projectionBehind(object: EntityObject | undefined): ProjectionView | undefined {
  const [file] =
    object?.getFiles?.().filter(each => /\.asddls$|\.tabl\.xml$/.test(each.getFilename())) ?? []
  if (file === undefined) return undefined
  if (known.has(file)) return known.get(file)
  const found = (file.getFilename().endsWith('.xml') ? readXml : readProjection)(file.getRaw())
  known.set(file, found)
  return found
}
