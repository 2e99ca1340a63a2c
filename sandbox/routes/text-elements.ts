/** Routes that read, write and lock text elements. */
import { noSuchResource, parameterMissing } from '../http/errors.ts'
import { runRecorded } from '../http/recording.ts'
import { requireLock, objectOf, versionOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { textCategories, textCollection, textFolder, textFolders } from '../http/text-elements.ts'
import { httpDate } from '../http/times.ts'
import type { PartKey } from '../types.ts'
import { act } from './locks.ts'
import { versionRoutes } from './versions.ts'

const mediaType = (category: string) => `application/vnd.sap.adt.textelements.${category}.v1`

function partOf(request: Request, folder: string, category: string): PartKey {
  const type = textFolder(folder)
  if (type === undefined) throw new Error(`No folder ${folder}`)
  return { object: { type, name: request.param('name').toUpperCase() }, part: category }
}

/**
 * An object without texts of the category has no such resource; clients take that refusal, without
 * a document, for an empty list.
 */
function read(request: Request, part: PartKey, type: string): Answer {
  const { store } = request.system
  objectOf(store, part)
  const version = versionOf(request.query)
  const text =
    store.read(part, version) ?? (version === 'inactive' ? store.read(part, 'active') : undefined)
  if (text === undefined) throw noSuchResource()
  return {
    type: `${type}; charset=utf-8`,
    headers: {
      etag: text.etag.replace(/[^\x21-\x7e]/g, '_'),
      'last-modified': httpDate(text.changedAt)
    },
    body: text.text
  }
}

async function write(request: Request, part: PartKey): Promise<Answer> {
  const { system, user } = request
  objectOf(system.store, part)
  const main = { ...part, part: 'main' }
  requireLock(request, main)
  const text = request.text()
  const saved = await system.exclusive(async () => {
    requireLock(request, main)
    return await runRecorded(request, { part }, () => system.store.write(part, text, user))
  })
  return { headers: { etag: saved.etag.replace(/[^\x21-\x7e]/g, '_') } }
}

const parameters: Readonly<Record<string, string>> = {
  programs: 'programname',
  classes: 'classname',
  functiongroups: 'groupname'
}

export const routes: readonly Route[] = textFolders.flatMap((folder): Route[] => [
  {
    method: 'GET',
    path: `${textCollection}/${folder}`,
    collection: {
      workspace: 'Text Elements',
      title: `Text Elements of ${folder}`,
      category: ['textelements', folder],
      accept: ['application/vnd.sap.adt.textelements.v1+xml']
    },
    handler() {
      throw parameterMissing(parameters[folder] ?? 'name')
    }
  },
  {
    method: 'POST',
    path: `${textCollection}/${folder}/{name}`,
    handler: request => act(request, partOf(request, folder, 'main'))
  },
  ...textCategories.flatMap((category): Route[] => {
    const path = `${textCollection}/${folder}/{name}/source/${category}`
    const type = mediaType(category)
    return [
      {
        method: 'GET',
        path,
        produces: [type, 'text/plain'],
        handler: request => read(request, partOf(request, folder, category), type)
      },
      {
        method: 'PUT',
        path,
        accepts: [type],
        handler: request => write(request, partOf(request, folder, category))
      },
      ...versionRoutes(`${path}/versions`, request => partOf(request, folder, category))
    ]
  })
])
