/** Shows transport requests, and what objects need. */
import {
  isErpError,
  probeTransportNeed,
  readMetadata,
  readTransport,
  transportValues
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { assertPackage } from '../objects/package-exists.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { transportData, transportLines } from './words.ts'

/** One request, with what it holds; a task's number shows its request. */
export async function showRequest(context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const system = systemWords(context.erp)
  const task = found.number === number ? [] : [`${number} is a task of this request.`]
  return {
    kind: 'data',
    data: { system, action: 'get', ...transportData(found) },
    text: [
      `${system} · request ${transportLines(found)[0] ?? ''}`,
      ...task,
      ...transportLines(found).slice(1)
    ].join('\n')
  }
}

/**
 * Whether a change of an object, or a new object in a package, needs a request, and which ones
 * could be used.
 */
export async function checkNeed(
  context: ToolContext,
  ref: ObjectRef,
  packageName: string | undefined
): Promise<ToolResult> {
  // The ERP answers for a package that does not exist as for a local one.
  if (packageName !== undefined) await assertPackage(context, packageName)
  const need = await probeTransportNeed(
    context.erp,
    { ref, package: packageName ?? (await ownPackage(context, ref)) ?? '' },
    context.signal
  )
  const system = systemWords(context.erp)
  const words =
    need.isLocal || !need.recording
      ? 'needs no transport request'
      : need.lockedIn === undefined
        ? 'needs a transport request'
        : `is recorded in ${need.lockedIn.number} (${need.lockedIn.owner}: ${inlineProse(need.lockedIn.description)}), no other request is possible`
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'check',
      object: refData(ref),
      needed: need.recording && !need.isLocal,
      recordedIn: need.lockedIn === undefined ? undefined : { ...need.lockedIn },
      requests: need.requests.map(one => ({ ...one }))
    }),
    text: [
      `${system} · ${refWords(ref)} ${words}`,
      ...fenced(need.requests.map(one => `${one.number} (${one.owner}: ${one.description})`))
    ].join('\n')
  }
}

async function ownPackage(context: ToolContext, ref: ObjectRef): Promise<string | undefined> {
  try {
    return (await readMetadata(context.erp, { ref }, context.signal)).package
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
    throw error
  }
}

export async function listValues(
  context: ToolContext,
  kind: 'targets' | 'layers'
): Promise<ToolResult> {
  const values = await transportValues(context.erp, kind, context.signal)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: { system, action: kind, values },
    text: [
      `${system} · transport ${kind}: ${values.length}`,
      ...fenced(values.map(({ name, description }) => `${name}  ${description}`))
    ].join('\n')
  }
}
