/** The forms of a report. */
import { checkstyle } from './checkstyle.ts'
import { cobertura } from './cobertura.ts'
import { github } from './github.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import type { Rendered } from './rendered.ts'
import { sarif } from './sarif.ts'

export const formats = [
  'sarif',
  'junit',
  'checkstyle',
  'cobertura',
  'github',
  'markdown',
  'json'
] as const
export type Format = (typeof formats)[number]

const renderers: Readonly<Record<Format, (of: Rendered) => string>> = {
  ...{ sarif, junit, checkstyle, cobertura, github, markdown, json }
}

export function render(format: Format, of: Rendered): string {
  return renderers[format](of)
}
