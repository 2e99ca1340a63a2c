/** Prompts as skills (SEP-2640): the same task as a document that an agent loads when it needs it. */
import { silentClient } from '../call/client-link.ts'
import type { Prompt } from './prompts.ts'

/** The name of the skill, and its `SKILL.md`. */
export interface SkillDocument {
  readonly name: string
  readonly text: string
}

/** Undefined for a prompt that asks its user something. */
export function skillOf(prompt: Prompt): SkillDocument | undefined {
  const { title, description, arguments: all } = prompt
  const name = prompt.name.replaceAll('_', '-')
  const values = all.filter(({ required }) => required).map(one => [one.name, `<${one.name}>`])
  const result = prompt.render(Object.fromEntries(values) as Record<string, string>, silentClient)
  if (result.kind !== 'messages') return undefined
  const steps = result.parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n')
  const words = all.map(
    ({ name: word, description: meaning, required }) =>
      `- ${required ? `\`<${word}>\`` : `${word} (optional)`}: ${meaning}.`
  )
  const lines = [
    '---',
    `name: ${name}`,
    // JSON is YAML, and no character of a text needs another quoting.
    `description: ${JSON.stringify(description)}`,
    '---',
    '',
    `# ${title}`,
    '',
    ...words,
    '',
    steps
  ]
  return { name, text: `${lines.join('\n')}\n` }
}
