/** The UI5 repository: apps and their files. */
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { assertPackage, assertTransport } from '../names.ts'
import type { ErpChangeRequest } from '../../request.ts'
import { attribute, child, children, parseXml, textOf } from '../../wire/xml.ts'

export interface Ui5App {
  readonly name: string
  readonly description: string
}
export interface Ui5File {
  readonly path: string
  readonly isFolder: boolean
  readonly etag?: string | undefined
}

const root = '/sap/bc/adt/filestore/ui5-bsp/objects'

/** @throws ErpError ERP_UNSUPPORTED where the system has no UI5 repository */
export async function listApps(
  erp: ErpReader,
  { name = '*', maxResults = 200 }: { name?: string | undefined; maxResults?: number | undefined },
  signal?: AbortSignal
): Promise<Ui5App[]> {
  try {
    const { text } = await erp.request(
      {
        operation: 'ui5.list',
        effect: 'none',
        method: 'GET',
        path: root,
        query: { name, maxResults },
        accept: 'application/atom+xml'
      },
      signal
    )
    return text.trim() === ''
      ? []
      : children(parseXml(text, ['feed']).element, 'entry').map(entry => ({
          name: textOf(entry, 'title') || textOf(entry, 'id'),
          description: textOf(entry, 'summary')
        }))
  } catch (error) {
    throw isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')
      ? new ErpError('ERP_UNSUPPORTED', 'This system has no UI5 repository', {
          outcome: 'failed',
          cause: error
        })
      : error
  }
}

/**
 * Path of an app, or of a file in it: the slashes behind the app's name are encoded in one segment.
 * @throws ErpError ERP_BAD_NAME
 */
function contentPath(app: string, path: string): string {
  const steps = path.split('/').filter(step => step !== '')
  const good =
    /^(?:\/\w{1,8}\/)?[A-Z0-9_]{1,30}$/.test(app) &&
    steps.every(step => /^[\w@$&+,;=() .-]{1,120}$/.test(step) && !/^\.{1,2}$/.test(step)) &&
    steps.length <= 20
  if (!good) {
    throw new ErpError(
      'ERP_BAD_NAME',
      `${JSON.stringify(`${app}/${path}`.slice(0, 120))} is no file of a UI5 app`,
      { outcome: 'failed' }
    )
  }
  return `${root}/${[app, ...steps].map(step => (encodeURIComponent(step).toLowerCase() === step.toLowerCase() ? step : encodeURIComponent(step))).join('%2f')}/content`
}

/** The files of a folder of an app. @throws ErpError ERP_NOT_FOUND */
export async function listAppFiles(
  erp: ErpReader,
  { app, path = '' }: { app: string; path?: string | undefined },
  signal?: AbortSignal
): Promise<Ui5File[]> {
  const { text } = await erp.request(
    {
      operation: 'ui5.folder',
      effect: 'none',
      method: 'GET',
      path: contentPath(app, path),
      accept: 'application/atom+xml;type=feed'
    },
    signal
  )
  return children(parseXml(text, ['feed']).element, 'entry').map(entry => ({
    path: textOf(entry, 'title'),
    isFolder: children(entry, 'category').some(each => attribute(each, 'term') === 'folder'),
    etag: attribute(child(entry, 'content'), 'etag')
  }))
}

export async function readAppFile(
  erp: ErpReader,
  { app, path }: { app: string; path: string },
  signal?: AbortSignal
): Promise<string> {
  return (
    await erp.request(
      {
        operation: 'ui5.read',
        effect: 'none',
        method: 'GET',
        path: contentPath(app, path),
        accept: '*/*'
      },
      signal
    )
  ).text
}

export interface AppFileWrite {
  readonly app: string
  readonly path: string
  readonly content: string
  /** Package of the app; new entries name it. */
  readonly package: string
  readonly transport?: string | undefined
}

/**
 * Writes one text file of an app; a new one is created with its folders.
 * @returns what was written: the repository takes no empty file, which becomes a blank
 * @throws ErpError ERP_UNSUPPORTED where the repository takes whole apps only
 */
export async function writeAppFile(
  erp: ErpWriter,
  args: AppFileWrite,
  signal?: AbortSignal
): Promise<string> {
  const { app, path, content, transport } = args
  if (transport !== undefined) assertTransport(transport)
  assertPackage(args.package)
  const whole = contentPath(app, path)
  const body = content === '' ? ' ' : content
  const steps = path.split('/').filter(step => step !== '')
  const name = steps.pop() ?? ''
  const named = fileWords(app, path)
  const exists = await inFolders(erp, { ...args, steps, name }, signal)
  const written = { isBinary: false, charset: 'UTF-8', corrNr: transport }
  if (exists) {
    // The repository refuses a change without a precondition.
    const request = { method: 'PUT', path: whole, query: written, match: '*', body } as const
    await send(erp, { named, ...request }, signal)
  } else {
    const query = { type: 'file', name, devclass: args.package, ...written }
    await send(
      erp,
      { named, method: 'POST', path: contentPath(app, steps.join('/')), query, body },
      signal
    )
  }
  return body
}

/** Creates the folders of a file that are missing. @returns whether the file is there */
async function inFolders(
  erp: ErpWriter,
  args: AppFileWrite & { readonly steps: readonly string[]; readonly name: string },
  signal: AbortSignal | undefined
): Promise<boolean> {
  const { app, steps, name } = args
  for (const [index, step] of steps.entries()) {
    const folder = steps.slice(0, index).join('/')
    const entries = await listAppFiles(erp, { app, path: folder }, signal)
    const wanted = [app, ...steps.slice(0, index + 1)].join('/')
    if (entries.some(each => each.isFolder && each.path === wanted)) continue
    const query = { type: 'folder', isBinary: false, name: step, devclass: args.package }
    await send(
      erp,
      {
        named: fileWords(app, steps.slice(0, index + 1).join('/')),
        method: 'POST',
        path: contentPath(app, folder),
        query: { ...query, corrNr: args.transport }
      },
      signal
    )
  }
  const siblings = await listAppFiles(erp, { app, path: steps.join('/') }, signal)
  const wanted = [app, ...steps, name].join('/')
  return siblings.some(each => !each.isFolder && each.path === wanted)
}

function fileWords(app: string, path: string): string {
  return `UI5 app ${app} ${path}`
}

async function send(
  erp: ErpWriter,
  {
    match,
    named,
    ...request
  }: Pick<ErpChangeRequest, 'method' | 'path' | 'query' | 'body'> & {
    readonly match?: string
    readonly named: string
  },
  signal: AbortSignal | undefined
): Promise<void> {
  try {
    await erp.request(
      {
        operation: 'ui5.write',
        effect: 'change',
        subject: { refs: [], named },
        contentType: 'application/octet-stream',
        ...request,
        ...(match === undefined ? {} : { headers: { 'if-match': match } })
      },
      signal
    )
  } catch (error) {
    throw isErpError(error) && error.status === 405 ? wholeAppsOnly() : error
  }
}

/** Systems are reported to refuse every writing method; another service takes a whole app there. */
function wholeAppsOnly(): ErpError {
  return new ErpError(
    'ERP_UNSUPPORTED',
    'The UI5 repository of this system takes no single files: over ADT it is only read',
    {
      outcome: 'failed',
      remedy:
        'Deploy the whole app with the tools of SAP Fiori (`fiori deploy`), which use the service /UI5/ABAP_REPOSITORY_SRV.'
    }
  )
}
