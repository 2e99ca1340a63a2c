/** Runs a console class and its output. */
import { currentRuntime } from './abap.ts'
import { describe } from './alerts.ts'
import type { ConsoleTask } from './job.ts'
import { render } from './render.ts'
import { withScopes, type RunContext } from './unit.ts'

/** The whole output of a class without the method: the ERP answers it like any other output. */
const noConsoleClass = 'Error: Class does not implement if_oo_adt_classrun~main method!'

/** Runs `IF_OO_ADT_CLASSRUN~MAIN` of the class and sends what it wrote. */
export async function runConsole(task: ConsoleTask, context: RunContext): Promise<void> {
  const Found = currentRuntime().Classes[task.key]
  try {
    if (Found === undefined) throw new Error(`class ${task.key} is not there`)
    const instance = await new Found().constructor_()
    const main = instance.if_oo_adt_classrun$main ?? instance.main
    if (typeof main === 'function') {
      const out = new (currentRuntime().types.ABAPObject)()
      out.set(createConsole(context, out))
      await main.call(instance, { out })
    } else {
      context.recorder.write(noConsoleClass)
    }
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) context.recorder.alerts.push(withScopes(alert, context))
  }
  context.recorder.write(context.list.take())
  const [alert] = context.recorder.take()
  context.send({ event: 'output', text: context.recorder.output })
  if (alert !== undefined) context.send({ event: 'alert', alert })
}

type Input = Record<string, unknown> | undefined

/** The implementation of `out`. Every method returns the object, as the interface declares. */
function createConsole(
  { recorder, list }: RunContext,
  self: unknown
): Record<string, (input: Input) => Promise<unknown>> {
  // what was written to the list before comes first
  const write = (text: string): void => {
    recorder.write(list.take() + text)
  }
  const show = (value: unknown, name: unknown): void => {
    const title = textOf(name)
    write((title === '' ? '' : `${title}\n`) + render(value) + '\n')
  }
  const section = (input: Input): void => {
    write(`${textOf(input?.title)}\n`)
  }
  const methods: Record<string, (input: Input) => unknown> = {
    write: input => {
      show(input?.data, input?.name)
    },
    write_text: input => {
      write(`${textOf(input?.text)}\n`)
    },
    write_data: input => {
      show(input?.value, input?.name)
    },
    line: () => {
      write('-'.repeat(80) + '\n')
    },
    begin_section: section,
    next_section: section,
    end_section: () => {},
    get: input => text(render(input?.data)),
    display: input => text(render(input?.data))
  }
  const out: Record<string, (input: Input) => Promise<unknown>> = {}
  for (const [name, method] of Object.entries(methods)) {
    out[`if_oo_adt_classrun_out$${name}`] = async input => method(input) ?? self
  }
  return out
}

function text(value: string): unknown {
  return new (currentRuntime().types.String)().set(value)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const content: unknown =
    typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
      ? value.get()
      : undefined
  return typeof content === 'string' ? content.trimEnd() : ''
}
