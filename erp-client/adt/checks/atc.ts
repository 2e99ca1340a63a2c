/** ABAP Test Cockpit: variants, runs, findings and their documentation. */
import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { objectUri, refOfUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { placeOf } from '../../wire/places.ts'
import {
  attribute,
  child,
  children,
  objectReferences,
  parseXml,
  textOf,
  xmlHead
} from '../../wire/xml.ts'
import type { XmlElement } from '../../wire/xml.ts'
import { longTimeoutMs } from '../../request.ts'
import type { ErpResponse } from '../../request.ts'
import { awaitRun, isLongRun, startedRun } from './background.ts'

export interface AtcFinding {
  readonly ref: ObjectRef | undefined
  readonly object: string
  readonly package: string | undefined
  readonly part: string | undefined
  readonly line: number | undefined
  /** 1 is the most severe. */
  readonly priority: number
  readonly check: string
  readonly messageId: string
  readonly text: string
  readonly exemption: string | undefined
  readonly hasFix: boolean
  /** Path of the documentation. */
  readonly documentation: string | undefined
}

export interface AtcResult {
  readonly variant: string
  readonly findings: AtcFinding[]
  /** Messages of the run: objects that could not be checked, tools that failed. */
  readonly infos: { readonly type: string; readonly text: string }[]
  /** False where the ERP reports missing objects. */
  readonly complete: boolean
}

/** The check variant that a system uses by default. */
export async function readAtcDefault(erp: ErpReader, signal?: AbortSignal): Promise<string> {
  const response = await erp.request(
    {
      operation: 'atc.customizing',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/atc/customizing',
      accept: 'application/xml, application/vnd.sap.atc.customizing-v1+xml'
    },
    signal
  )
  const { element } = parseXml(response.text, ['customizing'])
  const property = children(element, 'properties', 'property').find(
    each => attribute(each, 'name') === 'systemCheckVariant'
  )
  return attribute(property, 'value') ?? ''
}

/** Names of the check variants. */
export async function listAtcVariants(
  erp: ErpReader,
  args: { name: string; maxResults: number },
  signal?: AbortSignal
): Promise<{ name: string; description: string }[]> {
  const response = await erp.request(
    {
      operation: 'atc.variants',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/atc/variants',
      query: { maxItemCount: args.maxResults, name: args.name },
      accept: 'application/vnd.sap.adt.nameditems.v1+xml, application/*;q=0.8'
    },
    signal
  )
  return children(parseXml(response.text, ['namedItemList']).element, 'namedItem').map(each => ({
    name: textOf(each, 'name'),
    description: textOf(each, 'description')
  }))
}

/** Creates an empty worklist for a variant. @returns its id @throws ErpError ERP_BAD_ANSWER */
async function createWorklist(
  erp: ErpReader,
  variant: string,
  signal: AbortSignal | undefined
): Promise<string> {
  const { text } = await erp.request(
    {
      operation: 'atc.worklist',
      effect: 'none',
      method: 'POST',
      path: '/sap/bc/adt/atc/worklists',
      query: { checkVariant: variant },
      accept: 'text/plain'
    },
    signal
  )
  const id = text.trim()
  if (!/^[0-9A-Fa-f]{32}$/.test(id)) {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP gave no worklist for the checks')
  }
  return id
}

const runsPath = '/sap/bc/adt/atc/runs'

/** Starts the checks of a worklist. Without `wait` newer systems answer before the end. */
async function startWorklist(
  erp: ErpReader,
  { id, refs, maxFindings, wait }: AtcArgs & { readonly id: string; readonly wait: boolean },
  signal: AbortSignal | undefined
): Promise<ErpResponse> {
  const references = objectReferences(refs.map(ref => ({ uri: objectUri(ref) })))
  const body =
    `${xmlHead}<atc:run xmlns:atc="http://www.sap.com/adt/atc" maximumVerdicts="${maxFindings}"><objectSets xmlns:adtcore="http://www.sap.com/adt/core">` +
    `<objectSet kind="inclusive">${references}</objectSet></objectSets></atc:run>`
  return await erp.request(
    {
      operation: 'atc.run',
      effect: 'none',
      method: 'POST',
      path: runsPath,
      query: { worklistId: id, clientWait: wait },
      contentType: 'application/xml',
      accept: 'application/xml',
      body,
      timeoutMs: longTimeoutMs
    },
    signal
  )
}

/**
 * Runs the checks of a worklist to their end. A long run does not hold a connection where the system
 * shows the status of runs; where it does not, the run is repeated within one request.
 *
 * @returns the element `worklistRun`; undefined for a run that has ended in the background
 */
async function runWorklist(
  erp: ErpReader,
  args: AtcArgs & { readonly id: string },
  signal: AbortSignal | undefined
): Promise<XmlElement | undefined> {
  const started = await startWorklist(erp, { ...args, wait: !isLongRun(args.refs) }, signal)
  const path = startedRun(started, runsPath)
  if (path === undefined) return parseXml(started.text, ['worklistRun']).element
  const accept =
    'application/vnd.sap.adt.backgroundrun.v1+xml, application/vnd.sap.atc.run.v1+xml;q=0.9'
  try {
    await awaitRun(erp, { operation: 'atc.status', path, accept, what: 'the checks' }, signal)
    return undefined
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) throw error
    const waited = await startWorklist(erp, { ...args, wait: true }, signal)
    return parseXml(waited.text, ['worklistRun']).element
  }
}

export interface AtcArgs {
  readonly refs: readonly ObjectRef[]
  /** Default: the variant of the system. */
  readonly variant?: string | undefined
  readonly maxFindings: number
}

/**
 * Runs the checks of a variant over objects and waits for the findings. At the ERP it writes a
 * worklist of its own and nothing else.
 */
export async function runAtc(
  erp: ErpReader,
  args: AtcArgs,
  signal?: AbortSignal
): Promise<AtcResult> {
  const variant = args.variant ?? (await readAtcDefault(erp, signal))
  const id = await createWorklist(erp, variant, signal)
  const run = await runWorklist(erp, { ...args, id }, signal)
  const listed = await erp.request(
    {
      operation: 'atc.findings',
      effect: 'none',
      method: 'GET',
      path: `/sap/bc/adt/atc/worklists/${id}`,
      query: {
        timestamp: run === undefined ? undefined : textOf(run, 'worklistTimestamp') || undefined,
        includeExemptedFindings: false
      },
      accept: 'application/atc.worklist.v1+xml'
    },
    signal
  )
  const found = await decodeWorklist([listed.text], signal)
  return { variant, ...found, infos: run === undefined ? found.infos : infosIn(run) }
}

function infosIn(element: XmlElement): AtcResult['infos'] {
  return children(element, 'infos', 'info').map(each => ({
    type: textOf(each, 'type'),
    text: textOf(each, 'description')
  }))
}

export function readWorklist(xml: string): Omit<AtcResult, 'variant'> {
  const { element } = parseXml(xml, ['worklist'])
  const ran = children(element, 'objectSets', 'objectSet').some(
    each => attribute(each, 'kind') === 'LAST_RUN'
  )
  const infos = infosIn(element)
  return {
    // A run that found no object to check leaves the worklist as it was before.
    infos:
      ran || infos.length > 0 ? infos : [{ type: 'NO_OBJS', text: 'The run checked no object' }],
    findings: children(element, 'objects', 'object').flatMap(readObject),
    complete: attribute(element, 'objectSetIsComplete') !== 'false'
  }
}

const decodeWorklist = offLoop({ readWorklist }, import.meta.url)

function readObject(object: XmlElement): AtcFinding[] {
  const name = attribute(object, 'name') ?? ''
  return children(object, 'findings', 'finding').map(finding => {
    const place = placeOf(attribute(finding, 'location') ?? '')
    return {
      ref: place.ref ?? refOfUri(attribute(object, 'uri') ?? ''),
      object: `${attribute(object, 'type') ?? ''} ${name}`.trim(),
      package: attribute(object, 'packageName') || undefined,
      part: place.part,
      line: place.line,
      priority: Number(attribute(finding, 'priority') ?? '0'),
      check: attribute(finding, 'checkTitle') ?? '',
      messageId: attribute(finding, 'messageId') ?? '',
      text: attribute(finding, 'messageTitle') ?? '',
      exemption: attribute(finding, 'exemptionKind') || undefined,
      hasFix:
        attribute(child(finding, 'quickfixes'), 'automatic') === 'true' ||
        attribute(child(finding, 'quickfixes'), 'manual') === 'true',
      documentation: attribute(child(finding, 'link'), 'href')
    }
  })
}

/** The documentation of a finding, as HTML. */
export async function readAtcDocumentation(
  erp: ErpReader,
  args: { path: string },
  signal?: AbortSignal
): Promise<string> {
  return (
    await erp.request(
      {
        operation: 'atc.documentation',
        effect: 'none',
        method: 'GET',
        path: args.path,
        accept: 'text/html'
      },
      signal
    )
  ).text
}
