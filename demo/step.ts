/** One step of the demo: the call and what is shown of its answer. */
import assert from 'node:assert/strict'
import type { Answer, CallTool } from './bridge.ts'
import type { Narrator } from './narrator.ts'

export interface Scene {
  readonly call: CallTool
  readonly narrator: Narrator
}

export async function step(
  scene: Scene,
  text: string,
  [tool, args]: [string, Readonly<Record<string, unknown>>]
): Promise<Answer & { done(): void }> {
  const { narrator, call } = scene
  const argumentText = Object.entries(args)
    .map(([name, value]) => `${name}: ${short(value)}`)
    .join(', ')
  narrator.step(text, `${tool} { ${argumentText} }`)
  const start = performance.now()
  const answer = await call(tool, args)
  const milliseconds = performance.now() - start
  return {
    ...answer,
    done: () => {
      narrator.done(milliseconds)
    }
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 70 ? `${text.slice(0, 67)}…"` : text
}

export function succeeded(answer: Answer): void {
  assert.equal(answer.isError, false, answer.text)
}

/** A list in a result; fails where the value is no list. */
export function list<Item>(value: unknown): Item[] {
  assert.ok(Array.isArray(value), `a list was expected, not ${JSON.stringify(value)}`)
  return value as Item[]
}
