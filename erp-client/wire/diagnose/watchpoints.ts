/** Documents of the watchpoints of an attached debugger. */
import { attribute, children, parseXml, textOf } from '../xml.ts'

export interface Watchpoint {
  readonly id: string
  readonly variable: string
  readonly condition: string
}

/** Watchpoints of an answer; an empty answer has none. */
export function readWatchpoints(xml: string): Watchpoint[] {
  if (xml.trim() === '') return []
  return children(parseXml(xml, ['watchpoints']).element, 'watchpoint').map(one => ({
    id: attribute(one, 'id') ?? '',
    variable: attribute(one, 'variableName') ?? '',
    condition: textOf(one, 'condition')
  }))
}
