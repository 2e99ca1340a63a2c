/**
 * The registry of the conformance suite: its tools, prompts and resources in place of those for the
 * ERP.
 */
import { createRegistry } from '../../tools/index.ts'
import type {
  Change,
  Prompt,
  PromptArgument,
  PromptResult,
  Registry,
  RegistryOptions,
  Resource,
  ToolListing
} from '../../tools/index.ts'
import { conformanceTools, elicit, isAnswer, png } from './tools.ts'

export function createConformanceRegistry(options: RegistryOptions): Registry {
  let tell: (change: Change) => void = () => {}
  const registry = createRegistry(
    conformanceTools(change => tell(change)),
    options
  )
  tell = registry.changed
  const lists = new WeakMap<readonly ToolListing[], readonly ToolListing[]>()
  return {
    ...registry,
    instructions: 'The fixtures of the conformance suite.',
    resources,
    prompts,
    visible(caller) {
      const list = registry.visible(caller)
      const known =
        lists.get(list) ??
        list.map(tool =>
          tool.name === 'json_schema_2020_12_tool' ? { ...tool, inputSchema: schema2020 } : tool
        )
      lists.set(list, known)
      return known
    }
  }
}

/** The suite looks whether these keywords arrive; the tools of the bridge need none of them. */
const schema2020: ToolListing['inputSchema'] = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } }
    }
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' }
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false
}

const resource = (uri: string, mimeType: string, tool: string): Resource => ({
  uri,
  name: uri,
  title: uri,
  description: `${uri}: what the conformance suite asks for.`,
  mimeType,
  tool,
  arguments: values => values
})

const resources: readonly Resource[] = [
  resource('test://static-text', 'text/plain', 'read_static_text'),
  resource('test://static-binary', 'image/png', 'read_static_binary'),
  resource('test://watched-resource', 'text/plain', 'read_static_text'),
  resource('test://template/{id}/data', 'application/json', 'read_template')
]

const argument = (name: string): PromptArgument => ({
  name,
  description: `The ${name} of the test`,
  required: true,
  completion: typed => ({
    words: ['paris', 'park', 'party'].filter(word => word.startsWith(typed))
  })
})

const prompt = (name: string, words: readonly string[], render: Prompt['render']): Prompt => ({
  name,
  title: name,
  description: `${name}: what the conformance suite asks for.`,
  arguments: words.map(argument),
  needs: [],
  render
})

const say = (text: string): PromptResult => ({ kind: 'messages', parts: [{ kind: 'text', text }] })

const prompts: readonly Prompt[] = [
  prompt('test_simple_prompt', [], () => say('This is a simple prompt for testing.')),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
    say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)
  ),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => ({
    kind: 'messages',
    parts: [
      {
        kind: 'resource',
        uri: resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.'
      },
      { kind: 'text', text: 'Please process the embedded resource above.' }
    ]
  })),
  prompt('test_prompt_with_image', [], () => ({
    kind: 'messages',
    parts: [
      { kind: 'image', data: png, mimeType: 'image/png' },
      { kind: 'text', text: 'Please analyze the image above.' }
    ]
  })),
  prompt('test_input_required_result_prompt', [], (_values, { answers }) => {
    const question = elicit('What context should the prompt use?', { context: { type: 'string' } })
    return isAnswer(question.method, answers['user_context'])
      ? say(`With the context ${JSON.stringify(answers['user_context'])}.`)
      : { kind: 'ask', questions: { user_context: question }, text: 'The client cannot be asked.' }
  })
]
