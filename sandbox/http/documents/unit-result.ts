/** Programs, test classes and alerts of an ABAP Unit run as elements of its result document. */
import { limits } from '../../not-implemented.ts'
import type { FileRange, ObjectKey, Location, RunAlert, Store } from '../../types.ts'
import { declare, document, element, leaf } from '../xml.ts'
import { startUri, partTypeOf, nameOf, sourceUri, objectUri, adtTypeOf } from '../uris.ts'
import { programsOf } from '../program-names.ts'
import type { ClassResult, ProgramResult } from '../../workbench/tests.ts'

export interface Frame {
  readonly object: ObjectKey
  locate(place: FileRange): Location | undefined
}

const severities: Readonly<
  Record<RunAlert['kind'], readonly [kind: string, severity: string, prefix: string]>
> = {
  failedAssertion: ['failedAssertion', 'critical', ''],
  exception: ['exception', 'critical', ''],
  unsupported: ['exception', 'fatal', `${limits.runtimeConstruct.replace(/\.$/, '')}: `],
  limit: ['exception', 'fatal', ''],
  // A test that skips itself.
  warning: ['abortion', 'tolerable', '']
}

type StackPlace = RunAlert['stack'][number]

function locationOf(frame: Frame, { file, row }: StackPlace): Location | undefined {
  return frame.locate({ file, startRow: row, startColumn: 0, endRow: row, endColumn: 0 })
}

/** `Include: <LZDEMOT99> Line: <38> (ORDER)`; undefined where no source has the place. */
export function stackLine(frame: Frame, place: StackPlace): string | undefined {
  const location = locationOf(frame, place)
  if (location === undefined) return undefined
  const { text } = place
  return `Include: <${programsOf(location.part)[1]}> Line: <${location.range.startRow}>${text === '' ? '' : ` (${text})`}`
}

function stackEntry(frame: Frame, place: StackPlace): string {
  const location = locationOf(frame, place)
  if (location === undefined) return ''
  return element('stackEntry', {
    'adtcore:uri': startUri(location),
    'adtcore:type': partTypeOf(location.part),
    'adtcore:name': nameOf(location.part),
    'adtcore:description': stackLine(frame, place)
  })
}

function alertElement(frame: Frame, alert: RunAlert, test?: string): string {
  const [kind, severity, prefix] = severities[alert.kind]
  const [program] = programsOf({ object: frame.object, part: 'main' })
  const details =
    test === undefined
      ? alert.details
      : [...alert.details, `Test '${test}' in Main Program '${program}'.`]
  return element('alert', { kind, severity }, [
    leaf('title', prefix + alert.title),
    element(
      'details',
      {},
      details.map(text => element('detail', { text }))
    ),
    element(
      'stack',
      {},
      alert.stack.map(entry => stackEntry(frame, entry))
    )
  ])
}

function alerts(frame: Frame, list: readonly RunAlert[], test?: string): string {
  return list.length === 0
    ? ''
    : element(
        'alerts',
        {},
        list.map(alert => alertElement(frame, alert, test))
      )
}

function semantic(uri: string, type: string, name: string): string {
  return `${uri}#type=${encodeURIComponent(type)};name=${encodeURIComponent(name)}`
}

function testClassElement(frame: Frame, { test, alerts: own, methods }: ClassResult): string {
  const location = frame.locate(test)
  const uri = location === undefined ? objectUri(frame.object) : sourceUri(location.part)
  const methodElements = methods.map(method => {
    const place = test.methods.find(each => each.name === method.name)
    const at = place === undefined ? undefined : frame.locate(place)
    return element(
      'testMethod',
      {
        'adtcore:uri': semantic(
          uri,
          'CLAS/OLD',
          test.name.toUpperCase().padEnd(30) + method.name.toUpperCase()
        ),
        'adtcore:type': 'CLAS/OLI',
        'adtcore:name': method.name.toUpperCase(),
        executionTime: (method.milliseconds / 1000).toFixed(3),
        unit: 's',
        uriType: 'semantic',
        navigationUri: at === undefined ? undefined : startUri(at)
      },
      alerts(frame, method.alerts, `${test.name.toUpperCase()}->${method.name.toUpperCase()}`)
    )
  })
  return element(
    'testClass',
    {
      'adtcore:uri': semantic(uri, 'CLAS/OCL', test.name.toUpperCase()),
      'adtcore:type': 'CLAS/OL',
      'adtcore:name': test.name.toUpperCase(),
      uriType: 'semantic',
      navigationUri: location === undefined ? undefined : startUri(location),
      durationCategory: test.duration,
      riskLevel: test.risk
    },
    [alerts(frame, own), element('testMethods', {}, methodElements)]
  )
}

function obstacleAlert({ obstacle }: ProgramResult): string {
  if (obstacle === undefined) return ''
  const { title, errors } = obstacle
  const details = errors.map(({ text, location }) =>
    element('detail', { text: `${startUri(location)}: ${text}` })
  )
  return element(
    'alerts',
    {},
    element(
      'alert',
      { 'aunit:hasSyntaxErrors': errors.length > 0, kind: 'warning', severity: 'critical' },
      [leaf('title', title), element('details', {}, details), element('stack')]
    )
  )
}

function programElement(store: Store, result: ProgramResult): string {
  const frame = {
    object: result.object,
    locate: (place: FileRange) => store.toPart(place)
  }
  const part = { object: result.object, part: 'main' }
  return element(
    'program',
    {
      'adtcore:uri': objectUri(result.object),
      'adtcore:type': adtTypeOf(part),
      'adtcore:name': result.object.name,
      uriType: 'semantic'
    },
    [
      obstacleAlert(result),
      result.obstacle !== undefined
        ? ''
        : element(
            'testClasses',
            {},
            result.classes.map(each => testClassElement(frame, each))
          )
    ]
  )
}

const nothing = element(
  'alerts',
  {},
  element('alert', { kind: 'noTestClasses', severity: 'tolerable' }, [
    leaf('title', 'The task definition does not refer to any test'),
    element('details')
  ])
)

/** The result of a run; `measured` names its coverage. */
export function unitDocument(
  store: Store,
  results: readonly ProgramResult[],
  measured: string
): string {
  const programs = results.map(result => programElement(store, result))
  return document(
    element('aunit:runResult', declare('aunit', 'adtcore'), [
      measured,
      ...(programs.length === 0 ? [nothing] : programs)
    ])
  )
}
