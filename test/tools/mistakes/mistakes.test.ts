/** Calls that models make by mistake: understood, or refused with words that lead to the right call. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { prepare, tools } from '../../../tools/index.ts'
import { actionWords } from '../../../tools/schema/action-words.ts'
import { benchOf } from '../helpers/erp.ts'
import { follow } from './follow.ts'
import type { Arguments, Call } from './follow.ts'

interface Row {
  readonly line: string
  readonly given: Call
  readonly wanted: Call
}

const rows: readonly Row[] = readFileSync(new URL('mistakes.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [, tool = '', given = '', other, wanted = ''] =
      /^(\S+) (\{.*\}) => (?:(\w+) )?(\{.*\})$/.exec(line) ?? assert.fail(line)
    return {
      line,
      given: { tool, args: JSON.parse(given) as Arguments },
      wanted: { tool: other ?? tool, args: JSON.parse(wanted) as Arguments }
    }
  })

const { session } = benchOf({ policy: { allowTransportableEdits: true, enableTransports: true } })

/** What the bridge understands, or the words of its refusal. */
function answered({
  tool,
  args
}: Call): { readonly understood: Call } | { readonly words: string } {
  try {
    const { outcome, ...prepared } = prepare(session, tool, args)
    if ('error' in outcome) return { words: wordsOf(outcome.error) }
    const action = prepared.action?.name
    return {
      understood: {
        tool: prepared.tool.name,
        args: { ...(action === undefined ? {} : { action }), ...prepared.args }
      }
    }
  } catch (error) {
    return { words: wordsOf(error) }
  }
}

function wordsOf(error: unknown): string {
  const { message, details } = error as Error & { details?: { remedy?: string } }
  return `${message}\n${details?.remedy ?? ''}`
}

function isUnderstood(call: Call, wanted: Call): boolean {
  const answer = answered(call)
  if (!('understood' in answer)) return false
  try {
    assert.deepEqual(answer.understood, wanted)
    return true
  } catch {
    return false
  }
}

test('a call that a model gets wrong is understood, or its refusal leads to the right call', t => {
  assert.ok(rows.length >= 300, `${rows.length} mistakes`)
  let understood = 0
  const lost: string[] = []
  // A call that is taken for another one is worse than one that is refused.
  const misread: string[] = []
  for (const { line, given, wanted } of rows) {
    const answer = answered(given)
    if ('understood' in answer) {
      understood++
      if (!isUnderstood(given, answeredCall(wanted))) misread.push(line)
      continue
    }
    const next = follow(given, answer.words, wanted.args)
    if (next === undefined || !isUnderstood(next, answeredCall(wanted))) {
      lost.push(`${line.slice(0, 160)}\n    ${answer.words.slice(0, 200)}`)
    }
  }
  assert.deepEqual(misread, [])
  const led = rows.length - lost.length
  t.diagnostic(
    `${rows.length} mistakes: ${understood} understood at once, ${led - understood} by one correction, ${lost.length} lost`
  )
  assert.ok(led / rows.length >= 0.95, lost.join('\n'))
  t.diagnostic(lost.join('\n'))
})

function answeredCall(call: Call): Call {
  const answer = answered(call)
  return 'understood' in answer ? answer.understood : assert.fail(answer.words)
}

test('the words for actions name actions that exist, and none of them is an action of its tool', () => {
  for (const [tool, action, words] of actionWords) {
    const found = tools.find(({ name }) => name === tool) ?? assert.fail(tool)
    assert.ok(found.actions.has(action), `${tool} ${action}`)
    for (const word of words.split(' ')) assert.ok(!found.actions.has(word), `${tool} ${word}`)
  }
})
