/** The entries of a where-used list, with the identifiers that lead to their lines. */
import { programsOf } from '../../http/program-names.ts'
import { declare, element, leaf } from '../../http/xml.ts'
import { nameOf, entityUri, adtTypeOf, objectUri } from '../../http/uris.ts'
import type { PartUses } from '../../workbench/usages.ts'
import { groupPartOf, kindOf } from '../../http/kinds.ts'
import type { ObjectInfo } from '../../types.ts'

/** What the entries of one list share. */
export interface Writer {
  readonly prefix: string
  /** Of the requested object. */
  readonly name: string
  readonly target: string
  /** Written once for all entries of a package. */
  readonly packages: Map<string, { readonly uri: string; readonly reference: string }>
}

/**
 * Names a part and the search that found it. It is opaque to clients and comes back with a request
 * for snippets, so it carries all that is needed to find the lines again.
 */
function identifierOf({ name, target }: Writer, { part, uri }: PartUses): string {
  return [
    'ABAPFullName',
    ...programsOf(part),
    `\\TY:${name}`,
    Buffer.from(`${target}\n${uri}`).toString('base64url')
  ].join(';')
}

export function readIdentifier(
  identifier: string
): { readonly target: string; readonly part: string } | undefined {
  const [kind, , , , code = ''] = identifier.split(';')
  const [target, part] = Buffer.from(code, 'base64url').toString('utf8').split('\n')
  return kind !== 'ABAPFullName' || target === undefined || part === undefined
    ? undefined
    : { target, part }
}

function packageOf(
  { packages }: Writer,
  name: string
): { readonly uri: string; readonly reference: string } {
  const known = packages.get(name)
  if (known !== undefined) return known
  const uri = objectUri({ type: 'DEVC', name })
  const written = {
    uri,
    reference: element('adtcore:packageRef', {
      'adtcore:uri': uri,
      'adtcore:type': 'DEVC/K',
      'adtcore:name': name
    })
  }
  packages.set(name, written)
  return written
}

const adtcore = declare('adtcore')

function objectEntry(writer: Writer, info: ObjectInfo, uri: string): string {
  const { prefix } = writer
  const home = packageOf(writer, info.package)
  return element(
    `${prefix}:referencedObject`,
    { uri, parentUri: home.uri, isResult: false, canHaveChildren: false },
    element(
      `${prefix}:adtObject`,
      {
        ...adtcore,
        'adtcore:responsible': info.responsible,
        'adtcore:name': info.key.name,
        'adtcore:type': kindOf(info.key.type).adtType,
        'adtcore:description': info.description
      },
      home.reference
    )
  )
}

export function packageEntry(
  writer: Writer,
  name: string,
  description: string | undefined
): string {
  const { prefix } = writer
  return element(
    `${prefix}:referencedObject`,
    { uri: packageOf(writer, name).uri, parentUri: '', isResult: false, canHaveChildren: false },
    element(`${prefix}:adtObject`, {
      ...adtcore,
      'adtcore:name': name,
      'adtcore:type': 'DEVC/K',
      'adtcore:description': description
    })
  )
}

const partNames: Readonly<Record<string, string>> = {
  definitions: 'Class-relevant Local Types',
  implementations: 'Local Types',
  macros: 'Macros',
  testclasses: 'Local Test Classes'
}

function partEntry(writer: Writer, found: PartUses, parentUri: string): string {
  const { prefix } = writer
  const { info, part, uri, test } = found
  const inGroup = groupPartOf(part.part) !== undefined
  const isInclude = part.object.type === 'CLAS' && part.part !== 'main'
  return element(
    `${prefix}:referencedObject`,
    {
      uri: inGroup ? entityUri(part) : uri,
      parentUri,
      isResult: true,
      canHaveChildren: true,
      usageInformation: `gradeDirect,${test ? 'includeTest' : 'includeProductive'}`
    },
    [
      element(
        `${prefix}:adtObject`,
        {
          ...adtcore,
          'adtcore:name': isInclude ? (partNames[part.part] ?? part.part) : nameOf(part),
          'adtcore:type': isInclude ? 'CLAS/I' : adtTypeOf(part),
          'adtcore:responsible': info.responsible
        },
        packageOf(writer, info.package).reference
      ),
      leaf('objectIdentifier', identifierOf(writer, found))
    ]
  )
}

/** An object, and below it its parts. */
export function objectEntries(writer: Writer, parts: readonly PartUses[]): string[] {
  const [first] = parts
  if (first === undefined) return []
  const uri = objectUri(first.info.key)
  return [objectEntry(writer, first.info, uri), ...parts.map(part => partEntry(writer, part, uri))]
}
