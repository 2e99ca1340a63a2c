/** The members of classes and interfaces, as the type descriptions of ABAP list them. */
import type { DeclaredEvent, DeclaredMethod } from './declaration.ts'
import { describedClass, keyOf, lineOf, localName } from './described.ts'
import type { Attribute, Described, Method, Parameter } from './described.ts'

/** Components of the rows of ABAP by their names; `type` is an initial value of the type. */
export interface MemberRow {
  readonly texts: Readonly<Record<string, string>>
  readonly type?: () => unknown
  readonly parameters?: readonly MemberRow[]
  readonly exceptions?: readonly MemberRow[]
}

export interface Members {
  readonly attributes: readonly MemberRow[]
  readonly methods: readonly MemberRow[]
  readonly events: readonly MemberRow[]
  readonly types: readonly MemberRow[]
  readonly interfaces: readonly MemberRow[]
}

const flag = (is: boolean | undefined): string => (is === true ? 'X' : '')

/** Own members, those of interfaces as `IF~NAME`, and what is inherited and not private. */
export function membersOf(name: string): Members {
  const type = describedClass(name)
  const none = { attributes: [], methods: [], events: [], types: [], interfaces: [] }
  if (type === undefined) return none
  const inherited = new Set(type.STATIC_SUPER?.IMPLEMENTED_INTERFACES)
  const interfaces = [...new Set(type.IMPLEMENTED_INTERFACES)].toSorted()
  return {
    attributes: sorted(attributesOf(type, inherited)),
    methods: sorted(methodsOf(type, interfaces, inherited)),
    events: sorted(partsOf(type, interfaces, inherited, eventsOf)),
    types: sorted(partsOf(type, interfaces, inherited, typesOf)),
    interfaces: interfaces.map(each => ({
      texts: { name: localName(each), is_inherited: flag(inherited.has(each)) }
    }))
  }
}

/** Members are sorted by name, and each is there once: what is redefined hides the inherited one. */
function sorted(rows: readonly MemberRow[]): MemberRow[] {
  const found = new Map<string, MemberRow>()
  for (const row of rows) {
    const name = row.texts['name'] ?? ''
    if (!found.has(name)) found.set(name, row)
  }
  return [...found.values()].toSorted((one, other) =>
    (one.texts['name'] ?? '') < (other.texts['name'] ?? '') ? -1 : 1
  )
}

function attributesOf(type: Described, inherited: ReadonlySet<string>): MemberRow[] {
  return lineOf(type).flatMap(owner => {
    const isInherited = owner !== type
    const { aliases = {}, readOnly = [] } = owner.DESCRIPTION ?? {}
    const own = Object.entries(owner.ATTRIBUTES ?? {})
    const rows = own.map(([name, attribute]) => {
      const [ofInterface, part] = name.split('~')
      const declared = part === undefined ? undefined : describedClass(keyOf(ofInterface ?? ''))
      const isReadOnly =
        part === undefined
          ? readOnly.includes(name)
          : declared?.DESCRIPTION?.readOnly?.includes(part)
      return attributeRow(name, attribute, {
        is_inherited: flag(isInherited || inherited.has(ofInterface ?? '')),
        is_read_only: flag(isReadOnly)
      })
    })
    const aliased = Object.entries(aliases).flatMap(([name, [component, visibility]]) => {
      const attribute = owner.ATTRIBUTES?.[component]
      return attribute === undefined
        ? []
        : [
            attributeRow(
              name,
              { ...attribute, visibility },
              { alias_for: component, is_inherited: flag(isInherited) }
            )
          ]
    })
    return [...rows, ...aliased].filter(row => !isInherited || row.texts['visibility'] !== 'I')
  })
}

function attributeRow(
  name: string,
  attribute: Attribute,
  more: Readonly<Record<string, string>>
): MemberRow {
  const { visibility, is_class: shared = '', is_constant: constant = '' } = attribute
  return {
    texts: {
      name,
      visibility,
      is_interface: flag(name.includes('~')),
      is_class: shared.trim(),
      is_constant: constant.trim(),
      ...more
    },
    type: () => attribute.type()
  }
}

function methodsOf(
  type: Described,
  interfaces: readonly string[],
  inherited: ReadonlySet<string>
): MemberRow[] {
  const line = lineOf(type)
  const ofClasses = line.flatMap(owner =>
    Object.entries(owner.METHODS ?? {})
      .filter(([, method]) => owner === type || method.visibility !== 'I')
      .map(([name, method]) => {
        const declared = owner.DESCRIPTION?.methods?.[name]
        // A redefinition names no parameters.
        const origin =
          declared?.isRedefined === true
            ? line
                .slice(line.indexOf(owner) + 1)
                .find(
                  each =>
                    each.METHODS?.[name] !== undefined &&
                    each.DESCRIPTION?.methods?.[name]?.isRedefined !== true
                )
            : owner
        return methodRow(name, origin?.METHODS?.[name] ?? method, {
          declared: {
            exceptions: origin?.DESCRIPTION?.methods?.[name]?.exceptions ?? [],
            byValue: origin?.DESCRIPTION?.methods?.[name]?.byValue ?? [],
            ...declared
          },
          texts: { is_inherited: flag(owner !== type || declared?.isRedefined) }
        })
      })
  )
  const ofInterfaces = interfaces.flatMap(name => {
    const owner = describedClass(keyOf(name))
    return Object.entries(owner?.METHODS ?? {})
      .filter(([, { alias_for: alias }]) => alias === undefined)
      .map(([method, described]) =>
        methodRow(`${localName(name)}~${method}`, described, {
          declared: owner?.DESCRIPTION?.methods?.[method] ?? {},
          texts: { is_interface: 'X', is_inherited: flag(inherited.has(name)) }
        })
      )
  })
  return [...ofClasses, ...ofInterfaces]
}

interface MethodFacts {
  readonly declared: DeclaredMethod
  readonly texts: Readonly<Record<string, string>>
}

function methodRow(name: string, method: Method, { declared, texts }: MethodFacts): MemberRow {
  const { exceptions: raised = [], alias_for: alias = '' } = method
  const { exceptions: classic = [], byValue = [] } = declared
  return {
    texts: {
      name,
      visibility: method.visibility,
      is_class: method.is_class?.trim() ?? '',
      alias_for: alias,
      is_abstract: flag(declared.isAbstract),
      is_final: flag(declared.isFinal),
      is_redefined: flag(declared.isRedefined),
      for_event: declared.event ?? '',
      of_class: declared.ofClass ?? '',
      is_raising_excps: flag(raised.length > 0),
      ...texts
    },
    parameters: Object.entries(method.parameters ?? {})
      .map(([parameter, facts]) =>
        parameterRow(parameter, facts, byValue.includes(parameter) || facts.parm_kind === 'R')
      )
      .toSorted((one, other) => orderOf(one) - orderOf(other)),
    exceptions: [...raised, ...classic].map(exception => ({ texts: { name: exception } }))
  }
}

function parameterRow(name: string, parameter: Parameter, isByValue: boolean): MemberRow {
  return {
    texts: {
      name,
      parm_kind: parameter.parm_kind ?? 'E',
      by_value: flag(isByValue),
      is_optional: parameter.is_optional?.trim() ?? ''
    },
    type: () => parameter.type()
  }
}

/** As a declaration lists them: IMPORTING, EXPORTING, CHANGING, RETURNING. */
function orderOf(parameter: MemberRow): number {
  return 'IECR'.indexOf(parameter.texts['parm_kind'] ?? '')
}

type Part = (owner: Described, prefix: string) => MemberRow[]

/** What a class has of its own, inherits, and gets from its interfaces. */
function partsOf(
  type: Described,
  interfaces: readonly string[],
  inherited: ReadonlySet<string>,
  part: Part
): MemberRow[] {
  const withFlag = (row: MemberRow, isInherited: boolean): MemberRow => ({
    ...row,
    texts: { ...row.texts, is_inherited: flag(isInherited) }
  })
  return [
    ...lineOf(type).flatMap(owner =>
      part(owner, '')
        .filter(row => owner === type || row.texts['visibility'] !== 'I')
        .map(row => withFlag(row, owner !== type))
    ),
    ...interfaces.flatMap(name => {
      const owner = describedClass(keyOf(name))
      return owner === undefined
        ? []
        : part(owner, `${localName(name)}~`).map(row => withFlag(row, inherited.has(name)))
    })
  ]
}

function typesOf(owner: Described, prefix: string): MemberRow[] {
  return Object.entries(owner.DESCRIPTION?.types ?? {}).map(([name, visibility]) => ({
    texts: { name: prefix + name, visibility, is_interface: flag(prefix !== '') }
  }))
}

function eventsOf(owner: Described, prefix: string): MemberRow[] {
  return Object.entries<DeclaredEvent>(owner.DESCRIPTION?.events ?? {}).map(([name, event]) => ({
    texts: {
      name: prefix + name,
      visibility: event.visibility,
      is_class: event.is_class,
      is_interface: flag(prefix !== '')
    },
    parameters: Object.entries(event.parameters).map(([parameter, { type }]) =>
      parameterRow(parameter, { parm_kind: 'E', type }, true)
    )
  }))
}
