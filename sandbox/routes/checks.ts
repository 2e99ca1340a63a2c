/** Routes of check runs: syntax checks of stored and unsaved sources. */
import { AdtError, invalidData } from '../http/errors.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { labelOf, nameOf, placeOf, startUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, document, element } from '../http/xml.ts'
import type { EngineMessage, ObjectKey, Overlay } from '../types.ts'
import { check, uniqueObjects } from '../workbench/checks.ts'

const reporterName = 'abapCheckRun'
const supportedTypes = [
  'PROG*',
  'INCL*',
  'CLAS*',
  'INTF*',
  'FUGR*',
  'DDLS*',
  'TABL*',
  'DOMA*',
  'DTEL*',
  'TTYP*',
  'MSAG*',
  'DDLX*',
  'BDEF*',
  'TYPE*'
]

function reporters(): Answer {
  const types = supportedTypes.map(type => element('chkrun:supportedType', {}, type))
  return {
    body: document(
      element(
        'chkrun:checkReporters',
        declare('chkrun'),
        element('chkrun:reporter', { 'chkrun:name': reporterName }, types)
      )
    )
  }
}

/** The unsaved sources a check object brings along, in base64. */
function artifactsOf(checkObject: XmlElement): Overlay {
  return childrenOf(child(checkObject, 'artifacts'), 'artifact').map(artifact => {
    const place = placeOf(artifact.attributes['uri'] ?? '')
    const content = child(artifact, 'content')?.text.replace(/\s/g, '')
    if (place === undefined || content === undefined) {
      throw invalidData('An artifact needs the URI of a source and its content')
    }
    return { part: place.part, text: decode(content) }
  })
}

function decode(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw invalidData('The content of an artifact is not UTF-8')
  }
}

function programOf({ context }: Place): ObjectKey | undefined {
  return context === undefined ? undefined : placeOf(context)?.part.object
}

function messageElement({ severity, text, rule, location }: EngineMessage): string {
  return element('chkrun:checkMessage', {
    'chkrun:uri': startUri(location),
    'chkrun:type': severity,
    'chkrun:shortText': text,
    'chkrun:category': 'S',
    'chkrun:code': rule
  })
}

function report(
  uri: string,
  status: 'processed' | 'notProcessed',
  words: string,
  messages: readonly EngineMessage[] = []
): string {
  return element(
    'chkrun:checkReport',
    {
      'chkrun:reporter': reporterName,
      'chkrun:triggeringUri': uri,
      'chkrun:status': status,
      'chkrun:statusText': words
    },
    messages.length === 0
      ? []
      : element('chkrun:checkMessageList', {}, messages.map(messageElement))
  )
}

async function checkOne(request: Request, checkObject: XmlElement): Promise<string> {
  const { uri = '', version } = checkObject.attributes
  const place = placeOf(uri)
  if (place === undefined) {
    return report(uri, 'notProcessed', `No URI-Mapping defined for URI ${uri}`)
  }
  const { store } = request.system
  const sources = artifactsOf(checkObject)
  if (store.get(place.part.object) === undefined) {
    return report(uri, 'notProcessed', `Resource ${labelOf(place.part)} does not exist.`)
  }
  const program = programOf(place)
  const objects = uniqueObjects(
    program === undefined ? [place.part.object] : [place.part.object, program]
  ).filter(key => store.get(key) !== undefined)
  const isNew = objects.some(key => store.get(key)?.state === 'new')
  const messages = await check(request.system, {
    objects,
    sources,
    drafts: version !== 'active' || isNew || sources.length > 0,
    program
  })
  return report(uri, 'processed', `Object ${nameOf(place.part)} has been checked`, messages)
}

async function run(request: Request): Promise<Answer> {
  const wanted =
    request.query
      .get('reporters')
      ?.split(',')
      .map(each => each.trim())
      .filter(each => each !== '') ?? []
  if (wanted.length > 0 && !wanted.includes(reporterName)) {
    throw new AdtError(`Check reporter ${wanted.join(', ')} does not exist`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  const reports: string[] = []
  for (const checkObject of childrenOf(request.xml(), 'checkObject')) {
    reports.push(await checkOne(request, checkObject))
  }
  return { body: document(element('chkrun:checkRunReports', declare('chkrun'), reports)) }
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/checkruns/reporters',
    produces: ['application/vnd.sap.adt.reporters+xml', 'application/xml'],
    collection: {
      workspace: 'Check Reporters',
      title: 'Check Reporters',
      category: ['checkruns', 'reporters'],
      accept: ['application/vnd.sap.adt.reporters+xml']
    },
    handler: reporters
  },
  {
    method: 'POST',
    path: '/checkruns',
    accepts: ['application/vnd.sap.adt.checkobjects+xml'],
    produces: ['application/vnd.sap.adt.checkmessages+xml', 'application/xml'],
    collection: {
      workspace: 'Check Runs',
      title: 'Check Runs',
      category: ['checkruns', 'checkruns']
    },
    handler: run
  }
]
