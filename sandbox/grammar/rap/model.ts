/** Reads a behavior definition: its entities, and what the sandbox does not run of it, by name. */
import type { Nodes, Objects } from '@abaplint/core'
import type { BehaviorAssociation, BehaviorOperation, Projection } from './operation-types.ts'
import { readUses } from './uses.ts'
import type { BehaviorUses } from './uses.ts'

export interface BehaviorAction extends BehaviorOperation {
  readonly isStatic: boolean
  readonly isFunction: boolean
  readonly isFactory: boolean
  /** The entity or structure of `parameter`. */
  readonly parameter?: string
  /** The entity or structure of `result`; `$SELF` for the entity itself. */
  readonly result?: string
  /** EDIT, ACTIVATE, DISCARD, RESUME or PREPARE of a definition with drafts. */
  readonly isDraft: boolean
  /** A draft action that calls a method too. */
  readonly additional: boolean
  /** The determinations and validations of a determine action. */
  readonly runs?: readonly BehaviorRun[]
}

export interface BehaviorRun {
  readonly kind: BehaviorTrigger['kind']
  /** The entity as it is named; empty for the own one. */
  readonly entity: string
  readonly name: string
  /** Whether it runs without a change that triggers it. */
  readonly always: boolean
}

/** A determination or validation, and what it waits for. */
export interface BehaviorTrigger {
  readonly kind: 'determination' | 'validation'
  readonly name: string
  readonly on: 'modify' | 'save'
  readonly operations: readonly string[]
  readonly fields: readonly string[]
}

export interface BehaviorEntity {
  readonly name: string
  readonly alias: string
  readonly pool: string
  readonly table?: string
  readonly draft: boolean
  readonly draftTable?: string
  readonly operations: readonly BehaviorOperation[]
  readonly associations: readonly BehaviorAssociation[]
  readonly actions: readonly BehaviorAction[]
  readonly triggers: readonly BehaviorTrigger[]
  readonly events: readonly { readonly name: string; readonly parameter?: string }[]
  /** Fields by the options of FIELD, in upper case. */
  readonly readonly: readonly string[]
  readonly numbered: readonly string[]
  /** Fields that a new instance has to get a value for. */
  readonly mandatory: readonly string[]
  /** Fields that the behavior pool may make read-only. */
  readonly controlled: readonly string[]
  readonly earlyNumbering: boolean
  /** Keys are given while the instance is saved; until then %pid names it. */
  readonly lateNumbering: boolean
  /** Who writes the instances: the runtime, a method too, or a method alone. */
  readonly save: 'managed' | 'additional' | 'unmanaged'
  /** Whether the method gets all fields, not those alone that were changed. */
  readonly fullData: boolean
  readonly authorization: 'none' | 'instance' | 'global' | 'both' | 'dependent'
  /** Name of the entity to name of the table. */
  readonly mapping: readonly (readonly [string, string])[]
  /** Of a projection or an interface. */
  readonly uses: BehaviorUses
  /** What it stands for, where the behavior below it is known. */
  readonly projection?: Projection
}

export interface BehaviorModel {
  readonly name: string
  readonly kind: 'managed' | 'unmanaged' | 'projection' | 'other'
  readonly pool: string
  readonly entities: readonly BehaviorEntity[]
  /** What is declared and not run, as it stands in the source. */
  readonly unsupported: readonly string[]
}

type Tree = Nodes.ExpressionNode

/** Clauses that change what happens and are not run. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\bLATE NUMBERING IN PLACE\b/, 'late numbering in place'],
  [/\bEXTEND BEHAVIOR\b/, 'extend behavior'],
  [
    /\b(?:SAVE|DEFAULT|REPEATABLE|KEY) (?:[A-Z( )]+ )*ACTION\b/,
    'save, default, repeatable and key actions'
  ],
  [/\bDEFAULT FUNCTION\b/, 'default functions'],
  [/\b(?:UNMANAGED|ANCESTOR) ASSOCIATION\b/, 'unmanaged and ancestor associations'],
  [/\bWITH HIERARCHY\b|\bINSTANCE HIERARCHY\b/, 'hierarchies'],
  [/\bWITH MANAGED INSTANCE FILTER\b/, 'with managed instance filter'],
  [/\bCHANGEDOCUMENTS\b/, 'change documents'],
  [/\bGROUP [\w/]+ IMPLEMENTATION\b/, 'implementation groups']
]

const KINDS = [
  [/^MANAGED\b/, 'managed'],
  [/^UNMANAGED\b/, 'unmanaged'],
  [/^(?:PROJECTION|INTERFACE)\b/, 'projection']
] as const

/** The words of a clause; names with a namespace are one. */
const upper = (tree: Tree): string =>
  tree
    .getTokens()
    .map(token => token.getStr())
    .join(' ')
    .replace(/\/ (\w+) \/ (\w+)/g, '/$1/$2')
    .toUpperCase()

const named = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

const models = new WeakMap<object, BehaviorModel>()

/** Undefined for a definition that cannot be parsed. */
export function behaviorModel(object: Objects.BehaviorDefinition): BehaviorModel | undefined {
  const tree = object.getTree()
  if (tree === undefined) return undefined
  const known = models.get(tree)
  if (known !== undefined) return known
  const model = read(object.getName().toUpperCase(), tree)
  models.set(tree, model)
  return model
}

function read(name: string, tree: Tree): BehaviorModel {
  const whole = upper(tree)
  const head = upper((tree.getChildren()[0] as Tree | undefined) ?? tree)
  const pool = named(head, /\bCLASS ([\w/]+)/) ?? ''
  const draft = /\b(?:WITH|USE) DRAFT ;/.test(whole)
  const above = { pool, head, draft }
  const entities = childrenOf(tree, 'BDEFDefineBehavior').map(node => entity(node, above))
  return {
    name,
    kind: KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? 'other',
    pool,
    entities,
    unsupported: UNSUPPORTED.filter(([pattern]) => pattern.test(whole)).map(([, text]) => text)
  }
}

function childrenOf(tree: Tree, kind: string): Tree[] {
  return tree.getChildren().filter((child): child is Tree => child.get().constructor.name === kind)
}

function entity(tree: Tree, above: { pool: string; head: string; draft: boolean }): BehaviorEntity {
  const whole = upper(tree)
  const head = whole.slice(0, whole.indexOf('{'))
  const name = named(head, /\bBEHAVIOR FOR ([\w/]+)/) ?? ''
  const fields = childrenOf(tree, 'BDEFField').map(upper)
  const uses = readUses(childrenOf(tree, 'BDEFUse').map(upper))
  const authorization = named(head, /\bAUTHORIZATION MASTER ?\( ?([A-Z, ]+?) ?\)/) ?? ''
  const table = named(head, /\bPERSISTENT TABLE ([\w/]+)/)
  const draftTable = named(head, /\bDRAFT TABLE ([\w/]+)/)
  return {
    name,
    alias: named(head, /\bALIAS ([\w/]+)/) ?? name,
    pool: named(head, /\bIMPLEMENTATION IN CLASS ([\w/]+)/) ?? above.pool,
    ...(table === undefined ? {} : { table }),
    draft: above.draft,
    ...(draftTable === undefined ? {} : { draftTable }),
    uses,
    operations: childrenOf(tree, 'BDEFOperation')
      .map(upper)
      .map(text => operation(text, named(text, /\b(CREATE|UPDATE|DELETE)\b/) ?? ''))
      .concat(uses.operations),
    associations: childrenOf(tree, 'BDEFAssociation')
      .map(upper)
      .map(association)
      .concat(uses.associations),
    actions: actionsOf(tree, above.draft && /\bLOCK MASTER\b/.test(head)),
    triggers: childrenOf(tree, 'BDEFDetermination').map(upper).map(trigger),
    events: childrenOf(tree, 'BDEFEvent').map(upper).map(event),
    readonly: fieldsWith(fields, /\bREADONLY\b(?! :)/),
    mandatory: fieldsWith(fields, /\bMANDATORY : CREATE\b/),
    numbered: fieldsWith(fields, /\bNUMBERING : MANAGED\b/),
    controlled: fieldsWith(fields, /\bFEATURES : INSTANCE\b/),
    earlyNumbering: /\bEARLY NUMBERING\b/.test(head),
    lateNumbering: /\bLATE NUMBERING\b/.test(head),
    ...saveOf(/\bWITH (?:ADDITIONAL|UNMANAGED) SAVE\b/.test(head) ? head : above.head),
    authorization: /\bAUTHORIZATION\b[A-Z, ]*(?:\) )?DEPENDENT BY\b/.test(head)
      ? 'dependent'
      : authorizationOf(authorization),
    mapping: childrenOf(tree, 'BDEFMapping').flatMap(mapping)
  }
}

function saveOf(head: string): Pick<BehaviorEntity, 'save' | 'fullData'> {
  const [, kind] = /\bWITH (ADDITIONAL|UNMANAGED) SAVE\b/.exec(head) ?? []
  const save = kind === undefined ? 'managed' : kind === 'UNMANAGED' ? 'unmanaged' : 'additional'
  return { save, fullData: /\bWITH FULL DATA\b/.test(head) }
}

function authorizationOf(options: string): BehaviorEntity['authorization'] {
  const [instance, global] = [options.includes('INSTANCE'), options.includes('GLOBAL')]
  if (instance) return global ? 'both' : 'instance'
  return global ? 'global' : 'none'
}

function fieldsWith(fields: readonly string[], option: RegExp): string[] {
  return fields
    .filter(text => option.test(text.slice(0, text.indexOf(')'))))
    .flatMap(text => text.slice(text.indexOf(')') + 1).match(/[\w/]+/g) ?? [])
}

function operation(text: string, name: string): BehaviorOperation {
  const features = named(text, /\bFEATURES : (INSTANCE|GLOBAL)\b/)
  return {
    name,
    isInternal: /\bINTERNAL\b/.test(text),
    features: features === undefined ? 'none' : features === 'GLOBAL' ? 'global' : 'instance',
    precheck: /\bPRECHECK\b/.test(text)
  }
}

function association(text: string): BehaviorAssociation {
  const plain = text.replace(/\([^)]*\)/g, ' ')
  const name = named(plain, /\bASSOCIATION\s+([\w/]+)/) ?? ''
  return { ...operation(text, name), creates: /\bCREATE\b/.test(plain) }
}

const DRAFT_ACTIONS = ['EDIT', 'ACTIVATE', 'DISCARD', 'RESUME', 'PREPARE']

/** A definition with drafts has the draft actions without naming them. */
function actionsOf(tree: Tree, drafts: boolean): BehaviorAction[] {
  const named = [
    ...childrenOf(tree, 'BDEFAction').map(upper).map(action),
    ...childrenOf(tree, 'BDEFDetermineAction').map(upper).map(determineAction)
  ]
  const missing = drafts
    ? DRAFT_ACTIONS.filter(name => !named.some(each => each.name === name))
    : []
  return [...named, ...missing.map(name => action(`DRAFT ACTION ${name} ;`))]
}

function determineAction(text: string): BehaviorAction {
  const brace = text.indexOf('{')
  const head = brace < 0 ? text : text.slice(0, brace)
  const lines = brace < 0 ? [] : text.slice(brace + 1, text.lastIndexOf('}')).split(';')
  const runs = lines.flatMap(line => {
    const [, kind, always, path] =
      /^ ?(VALIDATION|DETERMINATION) (\( ?ALWAYS ?\) )?(\S.*?) ?$/.exec(line) ?? []
    if (kind === undefined || path === undefined) return []
    const [name = '', entity = ''] = path.replace(/ /g, '').split('~').reverse()
    return { kind: kind.toLowerCase() as 'validation', name, entity, always: always !== undefined }
  })
  return { ...action(head), runs }
}

function action(text: string): BehaviorAction {
  const plain = text.replace(/\([^)]*\)/g, ' ').replace(/\s+/g, ' ')
  const parameter = named(plain, /\bPARAMETER ([\w/$]+)/)
  const result = named(plain, /\bRESULT (?:SELECTIVE )?(?:\[ ?[\d .*]+\] )?(?:ENTITY )?([\w/$]+)/)
  return {
    ...operation(text, named(plain, /\b(?:ACTION|FUNCTION) ([\w/]+)/) ?? ''),
    isStatic: /\bSTATIC\b/.test(plain),
    isFunction: /\bFUNCTION\b/.test(plain),
    isFactory: /\bFACTORY\b/.test(plain),
    isDraft: /\bDRAFT\b/.test(plain),
    additional: /\bWITH ADDITIONAL IMPLEMENTATION\b/.test(plain),
    ...(parameter === undefined ? {} : { parameter }),
    ...(result === undefined ? {} : { result })
  }
}

function trigger(text: string): BehaviorTrigger {
  const body = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'))
  const parts = body.split(';').map(part => part.trim())
  return {
    kind: text.startsWith('VALIDATION') ? 'validation' : 'determination',
    name: named(text, /^\w+ (?:\([^)]*\) )?([\w/]+) ON/) ?? '',
    on: / ON MODIFY\b/.test(text) ? 'modify' : 'save',
    operations: parts.filter(part => /^(CREATE|UPDATE|DELETE)$/.test(part)),
    fields: parts
      .filter(part => part.startsWith('FIELD '))
      .flatMap(part => part.slice(6).match(/[\w/]+/g) ?? [])
  }
}

function event(text: string): BehaviorEntity['events'][number] {
  const parameter = named(text, /\bPARAMETER ([\w/]+)/)
  const name = named(text, /\bEVENT ([\w/]+)/) ?? ''
  return { name, ...(parameter === undefined ? {} : { parameter }) }
}

function mapping(tree: Tree): (readonly [string, string])[] {
  const text = upper(tree)
  const body = text.slice(text.indexOf('{') + 1)
  return [...body.matchAll(/([\w/]+) ?= ?([\w/]+)/g)].map(
    ([, own = '', column = '']) => [own, column] as const
  )
}
