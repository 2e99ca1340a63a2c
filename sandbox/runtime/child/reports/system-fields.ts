/** The system fields of lists and dialogs, which the runtime has not. */
import { currentRuntime } from '../abap.ts'
import type { Field } from './program.ts'

export function provideFields(): void {
  const { Character, Integer } = currentRuntime().types as unknown as {
    readonly Character: new (length: number, more: object) => Field
    readonly Integer: new () => Field
  }
  const sy = currentRuntime().builtin.sy.get() as Record<string, Field>
  for (const name of [
    'colno',
    'linno',
    'pagno',
    'linsz',
    'linct',
    'lsind',
    'listi',
    'scols',
    'srows'
  ]) {
    sy[name] ??= new Integer()
  }
  const texts = { title: 70, slset: 14, ucomm: 70, pfkey: 20, dynnr: 4, wtitl: 1, binpt: 1 }
  for (const [name, length] of Object.entries(texts)) sy[name] ??= new Character(length, {})
  for (const [name, text] of [
    ['vline', '|'],
    ['uline', '-'.repeat(255)]
  ] as const) {
    sy[name] ??= new Character(text.length, {})
    sy[name].set(text)
  }
}
