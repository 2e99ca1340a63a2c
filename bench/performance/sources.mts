/**
 * Names and sources of what is measured: a class of a given size behind each name, the same in
 * every run.
 */

const sizes = { '2k': 2048, '50k': 51_200, '1m': 1_048_576, '5m': 5_242_880 } as const
export type Size = keyof typeof sizes

export function nameOf(size: Size, index = 0): string {
  return `ZCL_BENCH_${size.toUpperCase()}_${index}`
}

/** The last line of a source that is written: the clients put a new number there with each request. */
export const changedLine = '* 1000000000'

/** ABAP of the size that the name tells; the rest of a line pads it to the byte. */
export function sourceOf(name: string): string {
  const size = /_(2k|50k|1m|5m)_/i.exec(name)?.[1]?.toLowerCase() as Size | undefined
  const bytes = sizes[size ?? '2k']
  const known = made.get(bytes)
  if (known !== undefined) return known
  const head = 'CLASS zcl_bench DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n'
  const block = (index: number) =>
    `  METHOD m${index}.\n    DATA(lv_total_${index}) = iv_amount * ${index} + 1. " the sum of "all" lines\n    IF lv_total_${index} > 100.\n      RETURN.\n    ENDIF.\n  ENDMETHOD.\n`
  let text = `${head}ENDCLASS.\nCLASS zcl_bench IMPLEMENTATION.\n`
  for (let index = 0; text.length < bytes - 200; index++) text += block(index)
  text += `ENDCLASS.\n*${' '.repeat(Math.max(0, bytes - text.length - 12))}\n`
  made.set(bytes, text)
  return text
}

const made = new Map<number, string>()
