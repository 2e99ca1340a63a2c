/** Nodes of the outline for components of classes and interfaces. */
import type { FileRange } from '../../engine-types.ts'
import type { Repository } from '../repository.ts'
import { rangeOfToken } from '../ranges.ts'
import { findInterface } from '../navigate/hierarchy.ts'
import { objectId } from '../files.ts'
import type { Component, Unit } from './model.ts'
import type { Attributes, Node } from './outline.ts'
import { friendNames, hasWord, superclassName } from './statement-names.ts'

/** Leaves out what is not there: optional properties must be absent, not undefined. */
export function ranges(given: {
  definition?: FileRange | undefined
  implementation?: FileRange | undefined
  definitionBlock?: FileRange | undefined
  implementationBlock?: FileRange | undefined
}): Partial<Node> {
  return Object.fromEntries(Object.entries(given).filter(([, range]) => range !== undefined))
}

const LETTERS = {
  method: 'M',
  attribute: 'A',
  constant: 'A',
  type: 'T',
  event: 'E',
  alias: 'K',
  interface: 'R'
} as const
function isStatic({ statement }: Component): boolean {
  return statement.getFirstToken().getStr().toUpperCase() === 'CLASS'
}

function attributesOf(unit: Unit, { statement, kind, name }: Component): Attributes {
  const attributes: Attributes = { clif_name: unit.name }
  if (kind === 'constant') attributes['constant'] = 'true'
  if (kind === 'method') {
    if (hasWord(statement, 'REDEFINITION')) attributes['redefinition'] = 'true'
    if (hasWord(statement, 'ABSTRACT')) attributes['abstract'] = 'true'
    if (hasWord(statement, 'FINAL')) attributes['final'] = 'true'
    if (hasWord(statement, 'TESTING')) attributes['testmethod'] = 'true'
    if (name === 'CONSTRUCTOR' || name === 'CLASS_CONSTRUCTOR') attributes['constructor'] = 'true'
  }
  if (kind === 'attribute' && / READ - ONLY|READ-ONLY/i.test(statement.concatTokens())) {
    attributes['readOnly'] = 'true'
  }
  return attributes
}

function componentNode(unit: Unit, component: Component, prefix: string): Node {
  const letter = unit.isInterface && component.kind === 'method' ? 'O' : LETTERS[component.kind]
  const implementation = component.kind === 'method' ? unit.methods.get(component.name) : undefined
  const base = {
    kind: prefix + letter,
    name: component.name,
    visibility: component.visibility,
    attributes: attributesOf(unit, component),
    ...ranges({
      definition: component.identifier,
      implementation: implementation?.identifier,
      definitionBlock: component.block,
      implementationBlock: implementation?.block
    }),
    children: []
  }
  return ['method', 'attribute', 'event'].includes(component.kind)
    ? { ...base, level: isStatic(component) ? 'static' : 'instance' }
    : base
}

/** The interface itself and its methods as this class implements them. */
function interfaceNodes(
  repository: Repository,
  unit: Unit,
  component: Component,
  prefix: string
): Node[] {
  const own = componentNode(unit, component, prefix)
  const declared = findInterface(repository, objectId(component.identifier.file), component.name)
  if (declared === undefined || unit.isInterface) return [own]
  const methods = declared.info.methods.map((method): Node => {
    const name = `${component.name}~${method.name.toUpperCase()}`
    const implementation = unit.methods.get(name)
    return {
      kind: `${prefix}M`,
      name,
      visibility: 'public',
      level: 'instance',
      attributes: { clif_name: component.name },
      ...ranges({
        definition: rangeOfToken(method.identifier.getFilename(), method.identifier.getToken()),
        implementation: implementation?.identifier,
        implementationBlock: implementation?.block
      }),
      children: []
    }
  })
  return [own, ...methods]
}

/**
 * METHODs without a definition here: of interfaces inherited from others, or simply wrong. They
 * must stay reachable.
 */
function unattachedNodes(unit: Unit, nodes: readonly Node[], prefix: string): Node[] {
  const named = new Set(nodes.map(node => node.name))
  return [...unit.methods.values()]
    .filter(method => !named.has(method.name))
    .map(method => ({
      kind: `${prefix}M`,
      name: method.name,
      attributes: {},
      ...ranges({ implementation: method.identifier, implementationBlock: method.block }),
      children: []
    }))
}

export function membersOf(repository: Repository, unit: Unit): Node[] {
  const prefix = unit.isInterface ? 'INTF/I' : 'CLAS/O'
  const nodes = unit.components.flatMap(component =>
    component.kind === 'interface'
      ? interfaceNodes(repository, unit, component, prefix)
      : [componentNode(unit, component, prefix)]
  )
  const friends = friendNames(unit.statement).map(name => ({
    kind: `${prefix}F`,
    name,
    attributes: {},
    ...ranges({ definition: unit.identifier }),
    children: []
  }))
  return [...nodes, ...friends, ...unattachedNodes(unit, nodes, prefix)]
}

export function unitNode(unit: Unit, kind: string): Node {
  const attributes: Attributes = {}
  for (const [word, attribute] of [
    ['FINAL', 'final'],
    ['ABSTRACT', 'abstract'],
    ['TESTING', 'testclass']
  ] as const) {
    if (hasWord(unit.statement, word)) attributes[attribute] = 'true'
  }
  const superclass = superclassName(unit.statement)
  if (superclass !== '') attributes['superclass'] = superclass
  return {
    kind,
    name: unit.name,
    attributes,
    ...ranges({
      definition: unit.identifier,
      implementation: unit.implementation,
      definitionBlock: unit.block,
      implementationBlock: unit.implementationBlock
    }),
    children: []
  }
}

export function localNode(repository: Repository, unit: Unit, home: 'CLAS' | 'PROG'): Node {
  const kind =
    home === 'CLAS'
      ? unit.isInterface
        ? 'CLAS/OCN'
        : 'CLAS/OCL'
      : unit.isInterface
        ? 'PROG/PN'
        : 'PROG/PL'
  return { ...unitNode(unit, kind), children: membersOf(repository, unit) }
}
