/** One level of the call stack that a dump shows. */
export interface Frame {
  readonly level: number
  readonly kind: string
  readonly program: string
  readonly include: string
  readonly line: number
  /** The block, e.g. `ZCL_DEMO=>RUN`; empty where the dump does not name it. */
  readonly name: string
}

/**
 * The rows of the call stack in a dump's text: number, type, program, include, line, and the
 * block's name below. Innermost first.
 */
export function framesOf(text: string): Frame[] {
  const rows = text.split('\n').map(line =>
    line
      .replace(/^\s*\|/, '')
      .trimEnd()
      .replace(/\|$/, '')
      .trimEnd()
  )
  const frames: Frame[] = []
  rows.forEach((row, index) => {
    const [, level, kind, program, include, line] =
      /^\s*(\d{1,4})\s+([A-Z][A-Z ()-]*?)\s{2,}(\S+)\s+(\S+)\s+(\d{1,7})\s*$/.exec(row) ?? []
    if (level === undefined) return
    const below = rows[index + 1]?.trim() ?? ''
    frames.push({
      level: Number(level),
      kind: kind?.trim() ?? '',
      program: program ?? '',
      include: include ?? '',
      line: Number(line),
      name: /^[\w/=>~<%-]+$/.test(below) ? below : ''
    })
  })
  return frames.sort((a, b) => b.level - a.level)
}

/**
 * Whether a program belongs to the customer: its name begins with Z, Y or a namespace, or with the
 * prefix of a generated pool of such a name.
 */
export function isCustomer(program: string): boolean {
  return /^(?:SAPL|SAPM|LZ|LY)?[ZY]/.test(program) || /^(?:SAPL)?\//.test(program)
}

/** The class, group or program behind a technical name. */
export function ownerOf(program: string): { readonly type: string; readonly name: string } {
  const pool = /^(.+?)=*(CP|CU|CO|CI|CM\w{3}|CCIMP|CCDEF|CCMAC|CCAU|IP|IU)$/.exec(program)
  if (pool !== null && program.length >= 32) {
    return {
      type: pool[2]?.startsWith('I') === true ? 'INTF' : 'CLAS',
      name: pool[1]?.replace(/=+$/, '') ?? program
    }
  }
  const group = /^((?:\/\w+\/)?)SAPL(.+)$/.exec(program)
  return group === null
    ? { type: 'PROG', name: program }
    : { type: 'FUGR', name: `${group[1]}${group[2]}` }
}

/** The part of a class that an include of its pool is. */
export function partOf(include: string): string | undefined {
  const ending = /=(CCIMP|CCDEF|CCMAC|CCAU)$/.exec(include)?.[1]
  return ending === undefined
    ? undefined
    : { CCIMP: 'implementations', CCDEF: 'definitions', CCMAC: 'macros', CCAU: 'testclasses' }[
        ending
      ]
}
