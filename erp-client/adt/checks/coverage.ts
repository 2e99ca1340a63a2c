/** Code coverage of a unit test run. */
import type { ErpReader } from '../../erp.ts'
import { objectUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { attribute, child, children, objectReferences, parseXml, xmlHead } from '../../wire/xml.ts'
import type { XmlElement } from '../../wire/xml.ts'
import { longTimeoutMs } from '../../request.ts'

export interface Covered {
  readonly total: number
  readonly executed: number
}
export interface CoverageNode {
  readonly name: string
  readonly adtType: string
  readonly statement: Covered
  readonly branch: Covered
  readonly procedure: Covered
  readonly children: readonly CoverageNode[]
}

function readNode(node: XmlElement): CoverageNode {
  const reference = child(node, 'objectReference')
  const kind = (name: string): Covered => {
    const found = children(node, 'coverages', 'coverage').find(
      each => attribute(each, 'type') === name
    )
    return {
      total: Number(attribute(found, 'total') ?? '0') || 0,
      executed: Number(attribute(found, 'executed') ?? '0') || 0
    }
  }
  return {
    name: attribute(reference, 'name') ?? '',
    adtType: attribute(reference, 'type') ?? '',
    statement: kind('statement'),
    branch: kind('branch'),
    procedure: kind('procedure'),
    children: children(node, 'nodes', 'node').map(readNode)
  }
}

/** The coverage of a test run. @param args `measurement`: path in the result of the run */
export async function readCoverage(
  erp: ErpReader,
  args: { measurement: string; refs: readonly ObjectRef[] },
  signal?: AbortSignal
): Promise<CoverageNode[]> {
  const references = objectReferences(args.refs.map(ref => ({ uri: objectUri(ref) })))
  const response = await erp.request(
    {
      operation: 'coverage.read',
      effect: 'none',
      method: 'POST',
      path: args.measurement,
      contentType: 'application/xml',
      accept: 'application/xml',
      body: `${xmlHead}<cov:query xmlns:cov="http://www.sap.com/adt/cov"><adtcore:objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive">${references}</objectSet></adtcore:objectSets></cov:query>`,
      timeoutMs: longTimeoutMs
    },
    signal
  )
  return await decodeCoverage([response.text], signal)
}

export function readCoverageXml(xml: string): CoverageNode[] {
  return children(parseXml(xml, ['result']).element, 'nodes', 'node').map(readNode)
}

const decodeCoverage = offLoop({ readCoverageXml }, import.meta.url)
