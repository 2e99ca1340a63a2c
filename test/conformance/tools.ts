/** The tools that the conformance suite asks for, as tools of the bridge. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { defineTool, ToolError } from '../../tools/index.ts'
import type {
  Change,
  ClientLink,
  ClientQuestion,
  ContentPart,
  Tool,
  ToolContext,
  ToolResult
} from '../../tools/index.ts'

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
/** A header and no sound. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

type Run = (args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolResult>

function tool(
  name: string,
  run: Run,
  { words = [], long = false }: { words?: readonly string[]; long?: boolean } = {}
): Tool {
  const input = Type.Object(
    Object.fromEntries(
      words.map(word => [word, Type.String({ description: `The ${word} of the test.` })])
    )
  )
  return defineTool({
    name,
    title: name,
    description: `${name}: what the conformance suite asks for under this name.`,
    scope: 'read',
    operation: 'read',
    input,
    long,
    run
  })
}

const text = (words: string): ToolResult => ({ kind: 'text', text: words })
const content = (...parts: readonly ContentPart[]): ToolResult => ({
  kind: 'content',
  text: 'content',
  parts
})

const image: ContentPart = { kind: 'image', data: png, mimeType: 'image/png' }

const plain: readonly Tool[] = [
  tool('test_simple_text', async () => text('This is a simple text response for testing.')),
  tool('test_image_content', async () => content(image)),
  tool('test_audio_content', async () =>
    content({ kind: 'audio', data: wav, mimeType: 'audio/wav' })
  ),
  tool('test_embedded_resource', async () =>
    content({
      kind: 'resource',
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.'
    })
  ),
  tool('test_multiple_content_types', async () =>
    content({ kind: 'text', text: 'Multiple content types test:' }, image, {
      kind: 'resource',
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}'
    })
  ),
  tool('test_error_handling', async () => {
    throw new ToolError('TEST_ERROR', 'This tool intentionally returns an error for testing')
  }),
  tool(
    'test_tool_with_progress',
    async (_args, context) => {
      for (const done of [0, 50, 100]) {
        context.progress({ done, total: 100 })
        await sleep(50)
      }
      return text('progressed')
    },
    { long: true }
  ),
  tool('test_tool_with_logging', logThrice, { long: true }),
  tool('test_logging_tool', logThrice, { long: true }),
  tool('json_schema_2020_12_tool', async () => text('validated'), { words: ['name'] }),
  tool('read_static_text', async () => text('This is the content of the static text resource.')),
  tool('read_static_binary', async () =>
    content({ kind: 'blob', uri: '', mimeType: 'image/png', data: png })
  ),
  tool(
    'read_template',
    async ({ id }) =>
      text(JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` })),
    { words: ['id'] }
  )
]

async function logThrice(_args: object, { client }: ToolContext): Promise<ToolResult> {
  for (const line of [
    'Tool execution started',
    'Tool processing data',
    'Tool execution completed'
  ]) {
    client.notify('info', line)
    await sleep(50)
  }
  return text('logged')
}

type Schema = Readonly<Record<string, unknown>>

/** A form of one or more fields, all of them required. */
export function elicit(message: string, properties: Schema): ClientQuestion {
  return {
    method: 'elicitation/create',
    params: {
      message,
      requestedSchema: { type: 'object', properties, required: Object.keys(properties) }
    }
  }
}

function sample(words: string, maxTokens: number): ClientQuestion {
  return {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens }
  }
}

const roots: ClientQuestion = { method: 'roots/list', params: {} }

/** Asks as long as an answer is missing or makes no sense. */
function asking(
  questions: Readonly<Record<string, ClientQuestion>>,
  answered: (answers: ClientLink['answers']) => string,
  state?: unknown
): Run {
  return async (_args, { client }) => {
    const complete = Object.entries(questions).every(([key, { method }]) =>
      isAnswer(method, client.answers[key])
    )
    const kept = state === undefined || client.state === state
    if (complete && kept) return text(answered(client.answers))
    return {
      kind: 'ask',
      questions,
      ...(state === undefined ? {} : { state }),
      text: 'The client cannot be asked.'
    }
  }
}

export function isAnswer(method: ClientQuestion['method'], answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return method === 'elicitation/create'
    ? 'action' in answer
    : method === 'roots/list'
      ? 'roots' in answer
      : 'content' in answer
}

const words = (answer: unknown): string => JSON.stringify(answer)
const name = { name: { type: 'string' } }
const primitives = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true }
}
const options = ['option1', 'option2', 'option3']
const titled = (title: string) =>
  [1, 2, 3].map(number => ({
    const: `value${number}`,
    title: `${['First', 'Second', 'Third'][number - 1]} ${title}`
  }))
const enums = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three']
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } }
}
const outcome = (answer: unknown): string => {
  const { action, content: given } = answer as { action?: string; content?: unknown }
  return `Elicitation completed: action=${action}, content=${words(given ?? {})}`
}

const user = 'What is your name?'
const confirm = elicit('Please confirm', { ok: { type: 'boolean' } })

const questions: readonly Tool[] = [
  tool(
    'test_sampling',
    async (args, context) =>
      await asking(
        { answer: sample(String(args['prompt']), 100) },
        ({ answer }) => `LLM response: ${words(answer)}`
      )(args, context),
    { words: ['prompt'], long: true }
  ),
  tool(
    'test_elicitation',
    async (args, context) =>
      await asking(
        {
          answer: elicit(String(args['message']), {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" }
          })
        },
        ({ answer }) => `User response: ${words(answer)}`
      )(args, context),
    { words: ['message'] }
  ),
  tool(
    'test_elicitation_sep1034_defaults',
    asking({ answer: elicit('Look at the defaults', primitives) }, ({ answer }) => outcome(answer))
  ),
  tool(
    'test_elicitation_sep1330_enums',
    asking({ answer: elicit('Choose', enums) }, ({ answer }) => outcome(answer))
  ),
  tool(
    'test_missing_capability',
    asking({ answer: sample('Hello', 10) }, () => 'answered')
  ),
  tool(
    'test_streaming_elicitation',
    asking({ answer: elicit('Go on?', { ok: { type: 'boolean' } }) }, () => 'answered')
  ),
  tool(
    'test_input_required_result_elicitation',
    asking({ user_name: elicit(user, name) }, answers => {
      const { content: given } = answers['user_name'] as { content?: { name?: string } }
      return `Hello, ${given?.name ?? 'you'}!`
    })
  ),
  tool(
    'test_input_required_result_sampling',
    asking({ capital_question: sample('What is the capital of France?', 100) }, answers =>
      words(answers['capital_question'])
    )
  ),
  tool(
    'test_input_required_result_list_roots',
    asking({ client_roots: roots }, answers => words(answers['client_roots']))
  ),
  tool(
    'test_input_required_result_request_state',
    asking({ confirm }, () => 'state-ok', 'round 1')
  ),
  tool(
    'test_input_required_result_tampered_state',
    asking({ confirm }, () => 'state-ok', 'round 1')
  ),
  tool(
    'test_input_required_result_multiple_inputs',
    asking(
      {
        user_name: elicit(user, name),
        greeting: sample('Generate a greeting', 50),
        client_roots: roots
      },
      answers => words(answers),
      'round 1'
    )
  ),
  tool('test_input_required_result_multi_round', async (args, context) => {
    if (context.client.state !== 'round 2') {
      const first = await asking(
        { step1: elicit('Step 1: What is your name?', name) },
        () => '',
        'round 1'
      )(args, context)
      if (first.kind === 'ask') return first
    }
    return await asking(
      { step2: elicit('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
      () => 'both steps are done',
      'round 2'
    )(args, context)
  }),
  tool('test_input_required_result_capabilities', async (args, context) => {
    const all = { user_name: elicit(user, name), greeting: sample('Generate a greeting', 50) }
    const able = {
      ...(context.client.can('elicitation') ? { user_name: all.user_name } : {}),
      ...(context.client.can('sampling') ? { greeting: all.greeting } : {})
    }
    return await asking(able, words)(args, context)
  })
]

/** @param changed tells those who listen to the lists */
export function conformanceTools(changed: (change: Change) => void): readonly Tool[] {
  const trigger = (name: string, change: Change) =>
    tool(name, async () => {
      changed(change)
      return text('changed')
    })
  return [
    ...plain,
    ...questions,
    trigger('test_trigger_tool_change', { what: 'tools' }),
    trigger('test_trigger_prompt_change', { what: 'prompts' })
  ]
}
