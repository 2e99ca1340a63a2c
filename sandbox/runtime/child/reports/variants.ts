/** Variants of reports, which the kernel's function modules keep in the tables of the ERP. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'

interface Runtime {
  readonly DDIC: Readonly<Record<string, { type(): unknown } | undefined>>
  readonly types: {
    readonly TableFactory: { construct(row: unknown, options: object): unknown }
    readonly String: new () => { set(value: string): unknown }
  }
}

/** The stored selections as rows like RSPARAMS. */
export async function variantOf(report: string, variant: string): Promise<unknown> {
  const { DDIC, types } = currentRuntime() as unknown as Runtime
  const contents = currentRuntime().FunctionModules.RS_VARIANT_CONTENTS
  const text = (value: string): unknown => new types.String().set(value)
  const valutab = types.TableFactory.construct(DDIC.RSPARAMS?.type(), {
    withHeader: false,
    keyType: 'DEFAULT'
  })
  try {
    if (typeof contents !== 'function') throw new Error('no variants')
    await contents({
      exporting: { report: text(report), variant: text(variant) },
      tables: { valutab }
    })
  } catch {
    throw new RunAborted({
      kind: 'exception',
      title: `Variant ${variant} of report ${report} does not exist`,
      details: [],
      stack: new Error('variant').stack ?? ''
    })
  }
  return valutab
}
