/** Equality of two texts, strictly or after normalisation. */
import { offLoop } from '../call/worker-thread.ts'
import { lowerCode } from './lower-code.ts'

/** What had to be ignored before two texts were equal. */
export type Ignored =
  'name' | 'function interface' | 'indentation' | 'keyword case' | 'generated parts'

/**
 * `abap` ignores case; other sources have names whose case counts; documents are comparable lines.
 * `function` is a function module of which one side keeps the interface outside of the source.
 */
export type TextKind = 'abap' | 'function' | 'source' | 'document'

export interface Rename {
  readonly from: string
  readonly to: string
}

/** Lines that the ERP or a generator writes: interface comments, and marks with a time stamp. */
function isGenerated(line: string): boolean {
  const text = line.trimStart()
  if (text.startsWith('*"')) return true
  if (/^constants\s+lc_gen_date_time\b/i.test(text)) return true
  return (
    /^[*"]/.test(text) &&
    /\bgenerated\b/i.test(text) &&
    /\d\d[./-]\d\d|\d{4}|function library/i.test(text)
  )
}

const byLine = (text: string, change: (lines: string[]) => string[]): string =>
  change(text.split('\n')).join('\n')

const steps: readonly {
  readonly ignored: Ignored
  readonly kinds: readonly TextKind[]
  readonly apply: (text: string) => string
}[] = [
  {
    ignored: 'function interface',
    kinds: ['function'],
    apply: text => text.replace(/^\s*function\s[^.]*\./i, 'FUNCTION.')
  },
  {
    ignored: 'indentation',
    kinds: ['abap', 'function', 'source'],
    apply: text => byLine(text, lines => lines.map(line => line.trim())).trim()
  },
  { ignored: 'keyword case', kinds: ['abap', 'function'], apply: lowerCode },
  {
    ignored: 'generated parts',
    kinds: ['abap', 'function'],
    apply: text => byLine(text, lines => lines.filter(line => !isGenerated(line)))
  }
]

/**
 * Undefined where the texts differ; else what had to be ignored, nothing for equal texts. Line ends
 * are LF already.
 */
export function equality(
  here: string,
  there: string,
  { kind, rename }: { readonly kind: TextKind; readonly rename?: Rename | undefined }
): readonly Ignored[] | undefined {
  if (here === there) return []
  const renamed = rename === undefined ? here : applyRename(here, rename)
  const first: readonly Ignored[] = renamed === here ? [] : ['name']
  if (renamed === there) return first
  const usable = steps.filter(({ kinds }) => kinds.includes(kind))
  for (let most = 1; most <= usable.length; most++) {
    const used = usable.slice(0, most)
    if (!equalAfter(renamed, there, used)) continue
    const needed = used.filter(
      one =>
        !equalAfter(
          renamed,
          there,
          used.filter(each => each !== one)
        )
    )
    return [...first, ...needed.map(({ ignored }) => ignored)]
  }
  return undefined
}

function equalAfter(here: string, there: string, used: typeof steps): boolean {
  // Case is changed first: a comment in the first column is known only before it is moved.
  const ordered = used.toSorted((a, b) => order(a.ignored) - order(b.ignored))
  const normal = (text: string) => ordered.reduce((now, { apply }) => apply(now), text)
  return normal(here) === normal(there)
}

function order(ignored: Ignored): number {
  return ['function interface', 'keyword case', 'generated parts', 'indentation'].indexOf(ignored)
}

/** The other name in place of the own one, wherever it stands as a word. */
function applyRename(text: string, { from, to }: Rename): string {
  const escaped = from.replace(/[^\w]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\w/])${escaped}(?!\\w)`, 'gi'), () => to.toLowerCase())
}

export const equalityAway = offLoop({ equality }, import.meta.url)
