/** The elements of a selection screen, as LOOP AT SCREEN reads them. */
import { currentRuntime } from '../abap.ts'
import type { Field, Program, Selection } from './program.ts'

const FIELDS: Readonly<Record<string, number>> = {
  name: 132,
  group1: 3,
  group2: 3,
  group3: 3,
  group4: 3,
  required: 1,
  input: 1,
  output: 1,
  intensified: 1,
  invisible: 1,
  length: 1,
  active: 1,
  display_3d: 1,
  value_help: 1,
  request: 1,
  values_in_combo: 1
}

interface Runtime {
  readonly builtin: { screen?: { get(): Record<string, Field> } }
  readonly types: {
    readonly Character: new (length: number, more: object) => Field
    readonly Structure: new (
      ...parts: [Readonly<Record<string, Field>>, string, string, object, object]
    ) => { get(): Record<string, Field> }
  }
}

/** The structure SCREEN, which every program has. */
export function provideScreen(): void {
  const { builtin, types } = currentRuntime() as unknown as Runtime
  const fields = Object.entries(FIELDS).map(([name, length]) => [
    name,
    new types.Character(length, {})
  ])
  builtin.screen = new types.Structure(
    Object.fromEntries(fields) as Record<string, Field>,
    'SCREEN',
    'SCREEN',
    {},
    {}
  )
}

/** Fills SCREEN with one element after the other; what a program changes in it has no effect. */
export function* elementsOf(program: Program | undefined): Generator<unknown> {
  const { builtin } = currentRuntime() as unknown as Runtime
  const screen = builtin.screen
  if (screen === undefined) return
  for (const selection of program?.selections ?? []) {
    for (const [name, kind] of namesOf(selection)) {
      const fields = screen.get()
      for (const field of Object.values(fields)) field.clear()
      const isText = kind === 'TXT'
      const values = {
        name,
        group1: selection.modif,
        group3: kind,
        required: selection.isObligatory && !isText ? '1' : '0',
        input: isText ? '0' : '1',
        output: '1',
        active: '1'
      }
      for (const [each, value] of Object.entries(values)) fields[each]?.set(value)
      yield screen
    }
  }
}

/** Each selection has a text and one or two fields. */
function namesOf({ name, kind }: Selection): [name: string, group: string][] {
  const fields: [string, string][] =
    kind === 'P'
      ? [[name, 'PAR']]
      : [
          [`${name}-LOW`, 'LOW'],
          [`${name}-HIGH`, 'HGH']
        ]
  return [[`%_${name}_%_APP_%-TEXT`, 'TXT'], ...fields]
}
