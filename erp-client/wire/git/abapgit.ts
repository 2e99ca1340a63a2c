/** Documents of abapGit: repositories, staging areas and their objects. */
import type { XmlElement } from '../xml.ts'
import { attribute, children, escapeXml, textOf, xmlHead } from '../xml.ts'
import { ErpError } from '../../errors.ts'

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

function field(element: XmlElement, ...names: readonly string[]): string {
  return names.map(name => textOf(element, name)).find(text => text !== '') ?? ''
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
 * The document with the named objects staged and a comment.
 * @throws ErpError ERP_NOT_FOUND for an object without differences
 */
export function stagedDocument(
  { document }: GitStaging,
  names: ReadonlySet<string>,
  comment: string
): string {
  const [all = '', inner = ''] =
    /<abapgitstaging:unstaged_objects>([\s\S]*?)<\/abapgitstaging:unstaged_objects>/.exec(
      document
    ) ?? []
  const objects =
    inner.match(/<abapgitstaging:abapgitobject\b[\s\S]*?<\/abapgitstaging:abapgitobject>/g) ?? []
  const isNamed = (text: string) =>
    names.has(
      `${/adtcore:type="([^"]*)"/.exec(text)?.[1] ?? ''} ${/adtcore:name="([^"]*)"/.exec(text)?.[1] ?? ''}`
    )
  const chosen = objects.filter(isNamed)
  if (chosen.length < names.size) {
    throw new ErpError(
      'ERP_NOT_FOUND',
      'Not every one of these objects differs from the repository',
      { outcome: 'failed', remedy: 'List what differs with git_status.' }
    )
  }
  return document
    .replace(
      all,
      () =>
        `<abapgitstaging:unstaged_objects>${objects.filter(text => !isNamed(text)).join('')}</abapgitstaging:unstaged_objects>`
    )
    .replace(
      /<abapgitstaging:staged_objects\/>|<abapgitstaging:staged_objects>[\s\S]*?<\/abapgitstaging:staged_objects>/,
      () => `<abapgitstaging:staged_objects>${chosen.join('')}</abapgitstaging:staged_objects>`
    )
    .replace(
      /(abapgitstaging:comment=")[^"]*"/,
      (_all, open: string) => `${open}${escapeXml(comment)}"`
    )
}

/** `endpoint`: URL of the server for which they are valid, as the operator wrote it. */
export interface GitCredentials {
  readonly user: string
  readonly password: string
  readonly endpoint?: string
}
