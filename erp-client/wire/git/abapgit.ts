/** Documents of abapGit: repositories, staging areas and their objects. */
import type { XmlElement } from '../xml.ts'
import { attribute, children, escapeXml, textOf, xmlHead } from '../xml.ts'
import { ErpError } from '../../errors.ts'
import { attributeNamed, childNamed, childrenNamed } from '../document/find.ts'
import {
  childName,
  spliced,
  withAttribute,
  withMarkup,
  without,
  withValue
} from '../document/splice.ts'
import type { Splice } from '../document/splice.ts'
import { placeXml } from '../document/tree.ts'
import type { PlacedElement } from '../document/tree.ts'

export interface GitRepository {
  readonly key: string
  readonly package: string
  readonly url: string
  readonly branch: string
  /** `S` pulled, `R` running, `E` error, `A` aborted, `W` warning, empty for none yet. */
  readonly status: string
  readonly statusText: string
  /** Kind (`pull_link`, `stage_link`, …) → path. */
  readonly links: ReadonlyMap<string, string>
}

export interface GitObject {
  readonly type: string
  readonly name: string
  readonly files: readonly {
    readonly name: string
    readonly local: string
    readonly remote: string
  }[]
}

export interface GitStaging {
  readonly document: string
  readonly unstaged: readonly GitObject[]
  readonly staged: readonly GitObject[]
}

const namespace = 'xmlns:abapgitrepo="http://www.sap.com/adt/abapgit/repositories"'

/** A fact of a repository: an element, or in some versions of the service an attribute. */
function field(element: XmlElement, ...names: readonly string[]): string {
  return (
    names
      .map(name => textOf(element, name) || (attribute(element, name) ?? ''))
      .find(text => text !== '') ?? ''
  )
}

export function repository(element: XmlElement): GitRepository {
  return {
    key: field(element, 'key'),
    package: field(element, 'package').toUpperCase(),
    url: field(element, 'url'),
    branch: field(element, 'branchName', 'branch_name'),
    status: field(element, 'status'),
    statusText: field(element, 'statusText', 'status_text'),
    links: new Map(
      children(element, 'link').map(link => [
        attribute(link, 'type') ?? '',
        attribute(link, 'href') ?? ''
      ])
    )
  }
}

export function repositoryBody(facts: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`<abapgitrepo:${name}>${escapeXml(value)}</abapgitrepo:${name}>`]
  )
  return `${xmlHead}<abapgitrepo:repository ${namespace}>${parts.join('')}</abapgitrepo:repository>`
}

export function objectsIn(element: XmlElement | undefined): GitObject[] {
  return children(element, 'abapgitobject').map(each => ({
    type: attribute(each, 'type') ?? '',
    name: attribute(each, 'name') ?? '',
    files: children(each, 'abapgitfile').map(file => ({
      name: attribute(file, 'name') ?? '',
      local: attribute(file, 'localState') ?? '',
      remote: attribute(file, 'remoteState') ?? ''
    }))
  }))
}

/**
 * The document with the named objects staged and a comment. The service leaves out what has no
 * value, so the document may have no place for the comment yet.
 * @throws ErpError ERP_NOT_FOUND for an object without differences
 */
export function stagedDocument(
  { document }: Pick<GitStaging, 'document'>,
  names: ReadonlySet<string>,
  comment: string
): string {
  const root = placeXml(document)
  const unstaged = childNamed(root, 'unstaged_objects')
  const objects = unstaged === undefined ? [] : childrenNamed(unstaged, 'abapgitobject')
  const chosen = objects.filter(each => names.has(nameOf(each)))
  if (chosen.length < names.size) {
    throw new ErpError(
      'ERP_NOT_FOUND',
      'Not every one of these objects differs from the repository',
      { outcome: 'failed', remedy: 'List what differs with git_status.' }
    )
  }
  return spliced(document, [
    ...chosen.map(without),
    staging(root, chosen.map(each => each.markup).join('')),
    commenting(root, comment)
  ])
}

function nameOf(object: PlacedElement): string {
  const value = (name: string) => attributeNamed(object, name)?.value ?? ''
  return `${value('type')} ${value('name')}`
}

/** Stages these objects and no others. */
function staging(root: PlacedElement, objects: string): Splice {
  const staged = childNamed(root, 'staged_objects')
  if (staged === undefined) {
    const name = childName(root, 'staged_objects')
    return withMarkup(root, `<${name}>${objects}</${name}>`)
  }
  return staged.closed ? withMarkup(staged, objects) : { ...staged.inner, text: objects }
}

function commenting(root: PlacedElement, comment: string): Splice {
  const attribute = childName(root, 'comment')
  const place = childNamed(root, 'abapgit_comment')
  if (place === undefined) {
    return withMarkup(
      root,
      `<${childName(root, 'abapgit_comment')} ${attribute}="${escapeXml(comment)}"/>`
    )
  }
  const known = attributeNamed(place, 'comment')
  return known === undefined ? withAttribute(place, attribute, comment) : withValue(known, comment)
}

/** `endpoint`: URL of the server for which they are valid, as the operator wrote it. */
export interface GitCredentials {
  readonly user: string
  readonly password: string
  readonly endpoint?: string
}
