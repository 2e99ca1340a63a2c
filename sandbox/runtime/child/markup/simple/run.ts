/** CALL TRANSFORMATION with a simple transformation. */
import type { MarkupEvent } from '../../../../grammar/markup/events.ts'
import type { Template } from '../../../../grammar/transformations/model.ts'
import type { AbapValue } from '../../values.ts'
import type { Binding } from '../asxml/serialize.ts'
import { pointed } from '../asxml/kinds.ts'
import { frameOf } from './context.ts'
import type { Context, Way } from './context.ts'
import { deserializeTemplate } from './deserialize.ts'
import { loadProgram } from './programs.ts'
import { serializeTemplate } from './serialize.ts'

interface SimpleCall {
  readonly name: string
  readonly bindings: readonly Binding[]
  readonly parameters: readonly Binding[]
  readonly unsupported: (what: string) => never
}

/** The document that a transformation makes of data. */
export function serializeSimple(call: SimpleCall): MarkupEvent[] {
  return run(call, 'serialize', (template, context) => serializeTemplate(template, context)) ?? []
}

/** Gives the content of a document to data. */
export function deserializeSimple(call: SimpleCall, events: readonly MarkupEvent[]): void {
  run(call, 'deserialize', (template, context) => {
    deserializeTemplate(template, context, events)
  })
}

function run<T>(
  { name, bindings, parameters, unsupported }: SimpleCall,
  way: Way,
  execute: (template: Template, context: Context) => T
): T | undefined {
  const program = loadProgram(name, unsupported)
  const { main } = program
  if (main === undefined) return undefined
  const roots = new Map(
    bindings
      .filter(each => main.roots.includes(each.name.toUpperCase()))
      .map(each => [each.name.toUpperCase(), pointed(each.value) as AbapValue])
  )
  const frame = frameOf(program, main, { roots, way })
  const actual = new Map(
    parameters.map(each => [each.name.toUpperCase(), pointed(each.value) as AbapValue])
  )
  const formal = main.variables.filter(({ kind }) => kind !== 'variable')
  for (const each of formal) {
    const value = actual.get(each.name)
    if (value !== undefined && each.kind !== 'out') frame.variables.set(each.name, value.clone())
  }
  const result = execute(main, { frame, aliases: new Map(), depth: 0, unsupported })
  for (const each of formal) {
    const value = frame.variables.get(each.name)
    if (each.kind !== 'in' && value !== undefined) actual.get(each.name)?.set(value)
  }
  return result
}
