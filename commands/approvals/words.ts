/** A waiting change as the command shows it. */
import { isRecord } from '../../config/json-text.ts'
import { visible } from '../../erp-client/index.ts'

export type Change = Readonly<Record<string, unknown>>

export function isChange(value: unknown): value is Change {
  return isRecord(value)
}

/** The bridge may be one that was not expected: its texts are shown and never obeyed. */
function text(value: unknown): string {
  return typeof value === 'string' ? visible(value) : ''
}

export function itemLine(item: Change): string {
  return [
    `${text(item['approval'])} ${text(item['at']).slice(0, 16).replace('T', ' ')}`,
    text(item['user']),
    whatOf(item),
    text(item['rule']),
    text(item['state']),
    ...(item['decidedBy'] === undefined ? [] : [`by ${text(item['decidedBy'])}`])
  ].join(' · ')
}

function whatOf({ tool, did, objects }: Change): string {
  const named = Array.isArray(objects) ? objects.map(text).join(', ') : ''
  return [text(tool), text(did), named].filter(word => word !== '').join(' ')
}

export function itemText(item: Change): string {
  return [
    itemLine(item),
    ...(item['reason'] === undefined ? [] : [`reason: ${text(item['reason'])}`]),
    ...(item['shown'] === undefined
      ? []
      : [`expires ${text(item['until'])}`, text(item['shown']), `digest ${text(item['digest'])}`])
  ].join('\n')
}
