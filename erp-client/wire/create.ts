/** Bodies of requests that create objects, from the table of object types. */
import { ErpError } from '../errors.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef, ObjectTypeRow } from '../objects.ts'
import { escapeXml, xmlHead } from './xml.ts'

export interface NewObject {
  readonly ref: ObjectRef
  readonly package: string
  readonly description: string
  readonly language: string
  readonly options: Readonly<Record<string, string>>
}

/** Newer releases refuse an empty `corrNr`. */
export function createQuery(transport: string | undefined): Record<string, string> {
  return transport === undefined ? {} : { corrNr: transport }
}

const placeholder = /\{(\w+)\}/g

/** Fills a template; undefined where one of its options is missing. */
function fill(template: string, options: Readonly<Record<string, string>>): string | undefined {
  let complete = true
  const filled = template.replace(placeholder, (_all, name: string) => {
    const value = Object.hasOwn(options, name) ? options[name] : undefined
    if (value === undefined) complete = false
    return escapeXml(value ?? '')
  })
  return complete ? filled : undefined
}

function child(template: string, created: NewObject, label: string): string {
  const optional = template.startsWith('?')
  const filled = fill(optional ? template.slice(1) : template, created.options)
  if (filled !== undefined) return filled
  if (optional) return ''
  const missing = Array.from(template.matchAll(placeholder), found => found[1] ?? '').filter(
    name => created.options[name] === undefined
  )
  throw new ErpError('ERP_BAD_REQUEST', `A new ${label} needs ${missing.join(', ')}`, {
    outcome: 'failed',
    remedy: `Give the options ${missing.join(', ')}.`
  })
}

function attributes(pairs: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(pairs)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${escapeXml(value)}"`))
    .join('')
}

/** Reference to the group for its parts, to the package for other objects. */
function containerReference(row: ObjectTypeRow, { ref, package: name }: NewObject): string {
  if (row.create?.inGroup !== true) return `<adtcore:packageRef adtcore:name="${escapeXml(name)}"/>`
  const group = { type: 'FUGR', name: ref.group ?? '' }
  return `<adtcore:containerRef${attributes({ 'adtcore:name': group.name, 'adtcore:type': 'FUGR/F', 'adtcore:uri': objectUri(group) })}/>`
}

/**
 * Body of a creation by the facts of its row. The ERP fills in person responsible and system: cloud
 * systems refuse them.
 *
 * @throws ErpError ERP_BAD_REQUEST that names a required option
 */
export function createBody(row: ObjectTypeRow, created: NewObject): string {
  const facts = row.create
  if (facts === undefined) {
    throw new ErpError('ERP_UNSUPPORTED', `A ${row.label} cannot be created here`, {
      outcome: 'failed'
    })
  }
  const own = Object.entries(facts.attributes ?? {}).map(
    ([name, template]): [string, string | undefined] => [name, fill(template, created.options)]
  )
  const common = {
    'adtcore:type': row.adtType,
    'adtcore:name': created.ref.name,
    'adtcore:description': created.description,
    'adtcore:language': created.language,
    'adtcore:masterLanguage': created.language,
    'adtcore:abapLanguageVersion': created.options['abapLanguageVersion'],
    'adtcore:responsible': created.options['responsible'],
    ...Object.fromEntries(own)
  }
  const prefix = facts.root.slice(0, facts.root.indexOf(':'))
  const parts = (templates: readonly string[] = []) =>
    templates.map(each => child(each, created, row.label)).join('')
  return (
    `${xmlHead}<${facts.root} xmlns:${prefix}="${facts.namespace}" xmlns:adtcore="http://www.sap.com/adt/core"${attributes(common)}>` +
    `${parts(facts.before)}${containerReference(row, created)}${parts(facts.after)}</${facts.root}>`
  )
}
