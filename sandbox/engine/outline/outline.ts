import { ABAPObject, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileRange, FileStructureNode, RepositoryFile } from '../../types.ts'
import { cdsTokens } from '../check/cds-tokens.ts'
import { mainFile } from '../navigate/definition.ts'
import { objectId, parseFileName } from '../files.ts'
import { findInterface } from '../navigate/hierarchy.ts'
import { adtType } from '../object-kinds.ts'
import { addFile, createModel, friendNames, hasWord, superclassName } from './model.ts'
import type { Component, Model, Unit } from './model.ts'
import { firstLine, rangeOfToken } from '../ranges.ts'
import type { Repository } from '../repository.ts'

type Node = FileStructureNode
type Attributes = Record<string, string>

/** The outline of an object over all of its parts; undefined when there is no such object. */
export function structure(
  repository: Repository,
  { file, overlay }: { file: string; overlay: readonly RepositoryFile[] }
): Node | undefined {
  repository.enter(overlay)
  const id = objectId(file)
  repository.refresh([id])
  const object = repository.object(id)
  if (object === undefined) return undefined
  if (object instanceof Objects.DataDefinition) return cdsStructure(repository, object)
  if (!(object instanceof ABAPObject)) {
    return {
      kind: adtType(object.getType()),
      name: object.getName(),
      attributes: {},
      definition: firstLine(file),
      children: []
    }
  }
  const model = createModel()
  for (const part of object.getABAPFiles()) {
    if (!(object instanceof Objects.FunctionGroup) || !isModuleFile(part.getFilename(), object)) {
      addFile(model, part)
    }
  }
  if (object instanceof Objects.FunctionGroup) return groupStructure(repository, object, model)
  if (object instanceof Objects.Class || object instanceof Objects.Interface) {
    return unitStructure(repository, object, model)
  }
  return programStructure(repository, object, model)
}

function isModuleFile(file: string, group: Objects.FunctionGroup): boolean {
  const part = parseFileName(file)?.part.replaceAll('#', '/') ?? ''
  return group.getModule(part) !== undefined
}

function unitStructure(repository: Repository, object: ABAPObject, model: Model): Node {
  const name = object.getName()
  const unit = model.units.get(name) ?? {
    name,
    isInterface: object.getType() === 'INTF',
    components: [],
    methods: new Map()
  }
  const locals = [...model.units.values()]
    .filter(other => other !== unit)
    .map(other => localNode(repository, other, 'CLAS'))
  return {
    ...unitNode(unit, adtType(object.getType())),
    visibility: 'public',
    children: [...membersOf(repository, unit), ...locals]
  }
}

/** Leaves out what is not there: optional properties must be absent, not undefined. */
function ranges(given: {
  definition?: FileRange | undefined
  implementation?: FileRange | undefined
  definitionBlock?: FileRange | undefined
  implementationBlock?: FileRange | undefined
}): Partial<Node> {
  return Object.fromEntries(Object.entries(given).filter(([, range]) => range !== undefined))
}

function unitNode(unit: Unit, kind: string): Node {
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

function localNode(repository: Repository, unit: Unit, home: 'CLAS' | 'PROG'): Node {
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

function membersOf(repository: Repository, unit: Unit): Node[] {
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
  return [...nodes, ...friends, ...orphans(unit, nodes, prefix)]
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
function orphans(unit: Unit, nodes: readonly Node[], prefix: string): Node[] {
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

function programStructure(repository: Repository, object: IObject, model: Model): Node {
  const isInclude = object instanceof Objects.Program && object.isInclude()
  const file = mainFile(repository, `${object.getType()} ${object.getName()}`)
  const kind =
    object.getType() === 'PROG' ? (isInclude ? 'PROG/I' : 'PROG/P') : adtType(object.getType())
  return {
    kind,
    name: object.getName(),
    attributes: {},
    ...ranges({ definition: file === undefined ? undefined : firstLine(file) }),
    children: programNodes(repository, model)
  }
}

function programNodes(repository: Repository, model: Model): Node[] {
  const named = (
    kind: string,
    { name, identifier, block }: { name: string; identifier: FileRange; block?: FileRange }
  ): Node => ({
    kind,
    name,
    attributes: {},
    ...ranges({ definition: identifier, definitionBlock: block }),
    children: []
  })
  return [
    ...model.includes.map(entry => named('PROG/I', entry)),
    ...model.globals.filter(entry => entry.kind === 'type').map(entry => named('PROG/PY', entry)),
    ...model.globals.filter(entry => entry.kind !== 'type').map(entry => named('PROG/PD', entry)),
    ...[...model.units.values()].map(unit => localNode(repository, unit, 'PROG')),
    ...model.events.map(entry => named('PROG/PE', entry)),
    ...model.modules.map(entry => ({
      ...named('PROG/PO', entry),
      implementation: entry.identifier,
      implementationBlock: entry.block
    })),
    ...model.forms.map(entry => ({
      ...named('PROG/PU', entry),
      implementation: entry.identifier,
      implementationBlock: entry.block
    }))
  ]
}

function groupStructure(repository: Repository, group: Objects.FunctionGroup, model: Model): Node {
  const id = `FUGR ${group.getName()}`
  const files = repository.filesOf(id).map(file => ({
    file,
    part: parseFileName(file)?.part.replaceAll('#', '/').toUpperCase() ?? ''
  }))
  const modules = files.filter(({ part }) => part !== '' && group.getModule(part) !== undefined)
  const includes = group.getIncludeFiles()
  const main = mainFile(repository, id)
  return {
    kind: 'FUGR/F',
    name: group.getName(),
    attributes: {},
    ...ranges({ definition: main === undefined ? undefined : firstLine(main) }),
    children: [
      ...modules.map(({ file, part }): Node => ({
        kind: 'FUGR/FF',
        name: part,
        attributes: {},
        definition: firstLine(file),
        definitionBlock: wholeOf(repository, file),
        children: []
      })),
      ...includes.map(({ file, name }): Node => ({
        kind: 'FUGR/I',
        name: name.toUpperCase(),
        attributes: {},
        definition: firstLine(file.getFilename()),
        children: []
      })),
      ...programNodes(repository, { ...model, includes: [] })
    ]
  }
}

function wholeOf(repository: Repository, file: string): FileRange {
  const lines = (repository.text(file) ?? '').split('\n')
  return {
    file,
    startRow: 1,
    startColumn: 0,
    endRow: lines.length,
    endColumn: lines.at(-1)?.length ?? 0
  }
}

function cdsStructure(repository: Repository, view: Objects.DataDefinition): Node {
  const file = view.findSourceFile()?.getFilename()
  const tokens = cdsTokens(file === undefined ? '' : (repository.text(file) ?? ''))
  const placeOf = (name: string): FileRange | undefined => {
    const token = tokens.findLast(entry => entry.text.toUpperCase() === name.toUpperCase())
    return token === undefined || file === undefined
      ? undefined
      : {
          file,
          startRow: token.row,
          startColumn: token.column,
          endRow: token.endRow,
          endColumn: token.endColumn
        }
  }
  const fields = view.getParsedData()?.fields ?? []
  return {
    kind: 'DDLS/DF',
    name: view.getName(),
    attributes: {},
    ...ranges({
      definition:
        tokens.length === 0 ? undefined : placeOf(view.getDefinitionName() ?? view.getName())
    }),
    children: fields.map(field => ({
      kind: 'DDLS/DFF',
      name: field.name.toUpperCase(),
      attributes: field.key ? { key: 'true' } : {},
      ...ranges({ definition: placeOf(field.name) }),
      children: []
    }))
  }
}
