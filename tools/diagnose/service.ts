/** Checks a service binding: its state and its metadata. */
import {
  isErpError,
  readBinding,
  readServiceDetails,
  readServiceModel
} from '../../erp-client/index.ts'
import type {
  ObjectRef,
  PublishedService,
  ServiceBinding,
  ServiceEntity,
  ServiceModel
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

const entitiesShown = 60

interface Fault {
  readonly code: string
  readonly message: string
  readonly remedy: string
}
interface CheckedService {
  readonly name: string
  readonly version: string
  readonly url?: string
  readonly model?: ServiceModel
  readonly fault?: Fault
}

/**
 * Whether a service binding is published, and what each of its services offers by its own metadata
 * document.
 */
export async function serviceCheck(context: ToolContext, ref: ObjectRef): Promise<ToolResult> {
  const binding = await onRelease(
    context,
    'serviceCheck',
    async () => await readBinding(context.erp, { ref }, context.signal)
  )
  const checked: CheckedService[] = []
  for (const service of binding.published ? binding.services : []) {
    checked.push(...(await checkOneService(context, binding, service)))
  }
  const faults = checked.filter(({ fault }) => fault !== undefined).length
  const verdict = !binding.published ? 'not_published' : faults > 0 ? 'errors' : 'published'
  const system = systemWords(context.erp)
  const words =
    verdict === 'not_published'
      ? 'NOT PUBLISHED: ERPActivate publish'
      : faults > 0
        ? `published, BUT ${count(faults, 'service')} of ${checked.length} cannot be read`
        : 'published'
  return {
    kind: 'data',
    data: {
      system,
      verdict,
      objects: [refData(ref)],
      binding: {
        name: binding.name,
        version: binding.version,
        published: binding.published,
        services: binding.services
      },
      services: checked.map(serviceData)
    },
    text: [
      `${system} · ${refWords(ref)} · OData ${binding.version} · ${words}`,
      ...(binding.published
        ? checked.flatMap(serviceLines)
        : binding.services.map(({ name, version }) => `${name} ${version}`))
    ].join('\n')
  }
}

async function checkOneService(
  context: ToolContext,
  binding: ServiceBinding,
  service: ServiceBinding['services'][number]
): Promise<CheckedService[]> {
  const { name, version } = service
  const details = await orFault(
    context,
    async () => await readServiceDetails(context.erp, { binding, service }, context.signal)
  )
  if ('fault' in details) return [{ name, version, fault: details.fault }]
  const own = details.value.filter(each => each.version === '' || each.version === version)
  if (own.length === 0) {
    return [
      {
        name,
        version,
        fault: {
          code: 'ERP_NOT_FOUND',
          message: 'The ERP lists no service of this version.',
          remedy: 'Publish the binding (ERPActivate publish).'
        }
      }
    ]
  }
  const found: CheckedService[] = []
  for (const each of own) {
    found.push({ name, version, url: each.url, ...(await modelOf(context, each)) })
  }
  return found
}

async function modelOf(
  context: ToolContext,
  { published, url }: PublishedService
): Promise<{ model: ServiceModel } | { fault: Fault }> {
  if (!published || url === '') {
    return {
      fault: {
        code: 'ERP_NOT_FOUND',
        message: 'This service of the binding is not published.',
        remedy: 'Publish the binding (ERPActivate publish).'
      }
    }
  }
  const read = await orFault(
    context,
    async () => await readServiceModel(context.erp, { url }, context.signal)
  )
  return 'fault' in read ? read : { model: read.value }
}

/** What one service cannot show must not hide the others. */
async function orFault<T>(
  context: ToolContext,
  work: () => Promise<T>
): Promise<{ value: T } | { fault: Fault }> {
  try {
    return { value: await work() }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    const { code, message, remedy } = error
    return { fault: { code, message, remedy } }
  }
}

function serviceData({ name, version, url, model, fault }: CheckedService): object {
  return omitUndefined({
    name,
    version,
    url,
    odata: model?.version,
    entities: model?.entities.slice(0, entitiesShown),
    entityTotal: model?.entities.length,
    operations: model?.operations,
    error: fault
  })
}

function serviceLines({ name, version, url, model, fault }: CheckedService): string[] {
  const head = `${name} ${version}${url === undefined ? '' : ` ${url}`}`
  if (model === undefined) {
    return [
      `${head} · ${fault?.code ?? ''}: ${inlineProse(fault?.message ?? '')} ${fault?.remedy ?? ''}`
    ]
  }
  const more = model.entities.length - entitiesShown
  return [
    `${head} · metadata ${model.version}, ${count(model.entities.length, 'entity type')}`,
    ...model.entities.slice(0, entitiesShown).map(entityLine),
    ...(more > 0 ? [`  … ${more} more`] : []),
    ...(model.operations.length === 0 ? [] : [`  operations: ${model.operations.join(', ')}`])
  ]
}

function entityLine({ name, sets, keys, properties, navigations }: ServiceEntity): string {
  const to = navigations.map(
    each => `${each.name}${each.target === '' ? '' : ` → ${each.target}${each.many ? '*' : ''}`}`
  )
  return `  ${name}${sets.length === 0 ? '' : ` (${sets.join(', ')})`}: key ${keys.join(', ') || 'none'}; ${count(properties, 'property')}${to.length === 0 ? '' : `; ${to.join(', ')}`}`
}
