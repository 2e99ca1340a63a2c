/**
 * Routes of the technical settings of tables. They stand in the file of their table, so that a
 * change makes the table inactive, and either activation makes both active.
 */
import { readFields, writeFields, flag, number, text } from '../../documents/fields.ts'
import { commonAttributes } from '../../http/documents/metadata.ts'
import type { ReadVersion } from '../../http/documents/metadata.ts'
import { invalidData, uriMapping } from '../../http/errors.ts'
import { runRecorded } from '../../http/recording.ts'
import { objectOf, partOf, requireLock, versionOf } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { objectUri } from '../../http/uris.ts'
import { child } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import { child as part, textAt, withText } from '../../store/formats/xml.ts'
import type { Element } from '../../store/formats/xml.ts'
import type { PartKey } from '../../types.ts'
import { act } from '../locks.ts'

const mediaType = 'application/vnd.sap.adt.table.settings.v2+xml'
const section = 'DD09L'
const general = [text('dataClassCategory', 'TABART'), text('sizeCategory', 'TABKAT')]
const buffering = [
  text('allowed', 'BUFALLOW'),
  text('type', 'PUFFERUNG'),
  number('areaKeyFields', 'SCHFELDANZ', 3)
]
const storage = [
  text('storageType', 'ROWORCOLST'),
  text('sharingType', 'SHARINGTYPE'),
  text('loadUnit', 'LOAD_UNIT')
]
const logging = [flag('loggingEnabled', 'PROTOKOLL')]

/** Values of a table that has none of its own. */
const standard = { TABART: 'APPL0', TABKAT: '0', BUFALLOW: 'N' } as const

const tableOf = ({ params }: Request): PartKey => ({
  object: { type: 'TABL', name: (params['name'] ?? '').toUpperCase() },
  part: 'main'
})

function withStandard(values: Element): Element {
  return Object.entries(standard).reduce(
    (result, [field, value]) =>
      textAt(result, section, field) === '' ? withText(result, [section, field], value) : result,
    values
  )
}

function settingsOf({ system, language }: Request, table: PartKey, version: ReadVersion): string {
  const info = objectOf(system.store, table)
  const subject = {
    store: system.store,
    systemId: system.id,
    info,
    key: table,
    part: partOf(system.store, table, version),
    language
  }
  const values = system.store.values(table.object, version === 'active' ? 'active' : 'inactive')
  const own = values === undefined ? undefined : part(withStandard(values), section)
  const { name } = info.key
  return document(
    element(
      'ts:tableSettings',
      {
        ...declare('ts', 'adtcore'),
        ...commonAttributes(subject),
        'adtcore:type': 'TABL/DTT'
      },
      [
        element('adtcore:containerRef', {
          'adtcore:uri': objectUri(info.key),
          'adtcore:type': 'TABL/DT',
          'adtcore:name': name
        }),
        writeFields('ts', own, general),
        element('ts:buffering', {}, writeFields('ts', own, buffering)),
        writeFields('ts', own, storage),
        writeFields('ts', own, logging),
        leaf('ts:supportsLoggingAssessment', false)
      ]
    )
  )
}

const known: readonly (readonly [path: readonly string[], values: RegExp])[] = [
  [['sizeCategory'], /^\d$/],
  [['buffering', 'allowed'], /^[NAX]$/],
  [['buffering', 'type'], /^[PGX]?$/]
]

function requireKnown(given: XmlElement): void {
  for (const [path, values] of known) {
    const found = path.reduce<XmlElement | undefined>((at, name) => child(at, name), given)
    if (found !== undefined && !values.test(found.text.trim())) {
      throw invalidData(`${path.join('/')} cannot be ${found.text.trim()}`)
    }
  }
}

function changed(values: Element, given: XmlElement): Element {
  const whole = readFields(withStandard(values), [section], given, [
    ...general,
    ...storage,
    ...logging
  ])
  return readFields(whole, [section], child(given, 'buffering'), buffering)
}

async function write(request: Request): Promise<Answer> {
  const table = tableOf(request)
  const { store } = request.system
  objectOf(store, table)
  requireLock(request, table)
  const given = request.xml()
  requireKnown(given)
  await request.system.exclusive(() =>
    runRecorded(request, { part: table }, () =>
      store.changeValues(table.object, {
        change: values => changed(values, given),
        user: request.user
      })
    )
  )
  return { type: mediaType, body: settingsOf(request, table, 'workingArea') }
}

const path = '/ddic/db/settings/{name}'

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/ddic/db/settings',
    collection: {
      workspace: 'Dictionary',
      title: 'Technical Table Settings',
      category: ['http://www.sap.com/wbobj/dictionary', 'tabldtt'],
      accept: [mediaType],
      templates: [
        {
          rel: 'http://www.sap.com/wbobj/dictionary/tabldtt/properties',
          template: `${basePath}/ddic/db/settings/{object_name}{?corrNr,lockHandle,version,accessMode,_action}`
        }
      ]
    },
    handler(request) {
      throw uriMapping(request.path)
    }
  },
  {
    method: 'GET',
    path,
    produces: [mediaType],
    handler: request => ({
      body: settingsOf(request, tableOf(request), versionOf(request.query))
    })
  },
  { method: 'PUT', path, accepts: [mediaType], handler: write },
  { method: 'POST', path, handler: request => act(request, tableOf(request)) }
]
