/** The small tool list has the power of the large one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TSchema } from '@sinclair/typebox'
import { createPolicy, createRegistry, prepare, run, tools } from '../../../tools/index.ts'
import type {
  PolicyOptions,
  RegistryOptions,
  Scope,
  Tool,
  ToolListing,
  ToolSession
} from '../../../tools/index.ts'
import { benchOf, callerWith, freePolicy } from '../helpers/erp.ts'

const options: RegistryOptions = {
  transportable: true,
  transportsEnabled: true,
  expert: new Set(),
  features: new Map()
}
const everything = { transportable: true, transportsEnabled: true }

interface Options {
  readonly compact: boolean
  readonly policy?: Partial<PolicyOptions>
  readonly scopes?: readonly Scope[]
  readonly registry?: Partial<RegistryOptions>
}

/**
 * A session without an ERP: whatever gets past all decisions fails at the way there, and says so.
 */
function sessionWith({
  compact,
  policy = {},
  scopes = ['read', 'write', 'admin'],
  registry = everything
}: Options): ToolSession {
  const { session } = benchOf({ caller: callerWith(...scopes) })
  const rules = {
    ...freePolicy,
    allowTransportableEdits: true,
    enableTransports: true,
    expert: new Set(['execute', 'debug', 'amdp'] as const),
    ...policy
  }
  return {
    ...session,
    registry: createRegistry(tools, { ...options, expert: rules.expert, ...registry, compact }),
    policy: createPolicy(rules)
  }
}

async function outcome(session: ToolSession, name: string, args: unknown): Promise<unknown> {
  try {
    const prepared = prepare(session, name, args)
    const { effect, readsOnly, args: understood } = prepared
    // It needs no ERP and would really run, thousands of times.
    const isLint = name === 'ERPLint' && 'call' in prepared.outcome
    return [
      isLint ? 'runs' : await run(prepared, session, { signal: new AbortController().signal }),
      effect,
      readsOnly,
      understood
    ]
  } catch (error) {
    return [(error as { code?: string }).code, (error as Error).message]
  }
}

/** A value that fits, so that a call gets as far as the ERP. */
function sample(schema: TSchema): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (schema['type'] === 'array') return [sample(schema['items'])]
  if (schema['type'] === 'integer') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (schema['type'] === 'boolean') return true
  if (schema['type'] === 'object') {
    return Object.fromEntries(
      (schema['required'] ?? []).map((key: string) => [key, sample(schema['properties'][key])])
    )
  }
  return 'ZX'
}

/**
 * Every tool × action: nothing, each argument alone, each of a wrong kind, all at once, and what
 * belongs nowhere.
 */
function corpusOf(tool: Tool): [string, Record<string, unknown>][] {
  return [...tool.actions.values()].flatMap(({ name, properties, required }) => {
    const action = name === undefined ? {} : { action: name }
    const needed = Object.fromEntries(
      required.map(key => [key, sample(properties[key] as TSchema)])
    )
    const calls = Object.entries(properties).flatMap(([key, schema]) => [
      { ...needed, [key]: sample(schema) },
      { ...needed, [key]: { odd: ['x'] } },
      { [key]: sample(schema) }
    ])
    const all = Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, sample(schema)])
    )
    return [{}, needed, all, { ...needed, nonsense: 'x' }, { ...needed, NAME: 'ZY' }, ...calls].map(
      (args): [string, Record<string, unknown>] => [tool.name, { ...action, ...args }]
    )
  })
}

const corpus: readonly [string, unknown][] = [
  ...tools.flatMap(corpusOf),
  ['ERPWrite', { action: 'creat' }],
  ['ERPNavigate', {}],
  ['ERPNavigat', { action: 'definition' }],
  ['ERPRead', 'name'],
  ['ERPRead', null],
  ['ERPRead', { cursor: 'run.x' }],
  ['ERPDiagnose', { action: 'atc', cursor: 'run.x' }]
]

describe('the small list', () => {
  const small = (wish: Partial<Options> = {}) => {
    const { registry, caller } = sessionWith({ ...wish, compact: true })
    return registry.visible(caller)
  }

  /** `git_{pull,push}` in full. */
  const inFull = (description: string) =>
    description.replace(/(\w+_)\{([\w,]+)\}/g, (_all, head: string, rest: string) =>
      rest
        .split(',')
        .map(word => head + word)
        .join(' ')
    )

  /** The named actions and the number of the others. */
  const shown = ({ description }: ToolListing) => {
    const [, words = '', others = '0'] = /^(.*?)(?: \+(\d+))?$/.exec(inFull(description)) ?? []
    return { words: words.split(' '), others: Number(others) }
  }

  const bytesOf = (list: readonly ToolListing[]) =>
    Buffer.byteLength(JSON.stringify({ tools: list }))

  /** The limit is 2,400; the rest is room for one more tool. */
  const mostBytes = 2200

  test('has every tool with its usual actions, and counts the others', () => {
    const list = small()
    const { registry } = sessionWith({ compact: true })
    assert.ok(bytesOf(list) <= mostBytes, `${bytesOf(list)} bytes`)
    for (const [index, tool] of tools.entries()) {
      const listed = list[index]
      assert.equal(listed?.name, tool.name)
      if (tool.actions.has('')) continue
      const { words, others } = shown(listed)
      assert.ok(words.length >= 3, `${tool.name} names ${words.join()}`)
      assert.deepEqual(
        words.filter(word => !tool.actions.has(word)),
        []
      )
      assert.equal(words.length + others, tool.actions.size, tool.name)
    }
    assert.equal(registry.options.expert.size, 3, 'everything is switched on')
  })

  test('stays as small however many actions there are', () => {
    const more = tools.map(tool => {
      const [any] = [...tool.actions.values()]
      if (any === undefined || tool.actions.has('')) return tool
      const further = Array.from(
        { length: 60 },
        (_one, at) => [`further_action_${at}`, { ...any, compact: false }] as const
      )
      return { ...tool, actions: new Map([...tool.actions, ...further]) }
    })
    const list = createRegistry(more, {
      ...options,
      ...everything,
      expert: new Set(['execute', 'debug', 'amdp']),
      compact: true
    }).visible(callerWith('read', 'write', 'admin'))
    assert.ok(bytesOf(list) <= mostBytes, `${bytesOf(list)} bytes`)
    assert.deepEqual(
      list.map(one => shown(one).others),
      small().map((one, index) => (tools[index]?.actions.has('') ? 0 : shown(one).others + 60))
    )
  })

  test('a tool whose usual actions are not offered names the first of the others', () => {
    const [write] = tools.filter(({ name }) => name === 'ERPWrite')
    assert.ok(write !== undefined)
    const rare = new Map([...write.actions].filter(([, { compact }]) => !compact))
    const [listed] = createRegistry([{ ...write, actions: rare }], {
      ...options,
      compact: true
    }).visible(callerWith('write'))
    assert.match(listed?.description ?? '', /^edit_texts move extract_method move_members \+\d/)
  })

  test('its hints are as true as those of the large list', () => {
    const { registry, caller } = sessionWith({ compact: false })
    for (const [index, { annotations, name }] of registry.visible(caller).entries()) {
      // What a client assumes of a tool that says nothing.
      const { readOnlyHint = false, destructiveHint = !readOnlyHint } =
        small()[index]?.annotations ?? {}
      assert.deepEqual(
        [readOnlyHint, destructiveHint],
        [annotations?.readOnlyHint, annotations?.destructiveHint],
        name
      )
    }
  })

  test('it says how to ask for the rest, with every set of scopes', () => {
    for (const scopes of [['read'], ['write'], ['admin'], ['read', 'write']] as const) {
      const list = small({ scopes })
      assert.match(list[0]?.description ?? '', /"help":true/)
      assert.equal(JSON.stringify(list).split('\\"help\\"').length, 2, 'once')
    }
    const { registry } = sessionWith({ compact: true })
    assert.ok(registry.instructions.length < 2048)
    assert.match(registry.instructions.split('\n').slice(0, 2).join(), /help/)
  })

  test('the same array as long as nothing changed; features and scopes narrow it', () => {
    const { registry, caller } = sessionWith({ compact: true })
    assert.equal(registry.visible(caller), registry.visible(caller))
    assert.ok(
      !small({ registry: { ...everything, features: new Map([['db', 'absent']]) } }).some(
        ({ name }) => name === 'ERPQuery'
      )
    )
    assert.deepEqual(
      small({ scopes: ['admin'] }).map(({ name }) => name),
      ['ERPTransport']
    )
  })
})

describe('the same power', () => {
  const settings: [string, Omit<Options, 'compact'>][] = [
    ['everything permitted', {}],
    ['read-only', { policy: { readOnly: true } }],
    [
      'no transports, no transportable edits',
      {
        policy: { allowTransportableEdits: false, enableTransports: false },
        registry: { transportable: false, transportsEnabled: false }
      }
    ],
    [
      'without features',
      {
        registry: {
          ...everything,
          features: new Map([
            ['rap', 'absent'],
            ['db', 'absent'],
            ['gitsync', 'absent'],
            ['ui5', 'absent']
          ])
        }
      }
    ],
    ['reading alone', { scopes: ['read'] }]
  ]
  for (const [title, wish] of settings) {
    test(`${title}: every call ends alike under both lists, and with its arguments in args`, async () => {
      const [large, small] = [
        sessionWith({ ...wish, compact: false }),
        sessionWith({ ...wish, compact: true })
      ]
      const codes = new Set<unknown>()
      for (const [name, args] of corpus) {
        const expected = await outcome(large, name, args)
        const words = `${name} ${JSON.stringify(args)}`
        assert.deepEqual(await outcome(small, name, args), expected, words)
        if (typeof args === 'object' && args !== null) {
          const { action, ...rest } = args as Record<string, unknown>
          assert.deepEqual(
            await outcome(small, name, { ...(action === undefined ? {} : { action }), args: rest }),
            expected,
            `${words} in args`
          )
        }
        codes.add(
          JSON.stringify(expected)
            .match(/"code":"(\w+)"|^\["(\w+)"/)
            ?.slice(1)
            .find(Boolean)
        )
      }
      assert.ok(
        codes.has('TOOL_BAD_ARGUMENTS') || wish.scopes !== undefined,
        'the check is in force'
      )
      assert.ok(codes.size > 1, [...codes].join())
    })
  }

  test('arguments in both places must agree', async () => {
    const session = sessionWith({ compact: true })
    const text = async (args: object) => JSON.stringify(await outcome(session, 'ERPRead', args))
    assert.match(
      await text({ name: 'ZA', args: { name: 'ZB' } }),
      /TOOL_BAD_ARGUMENTS.*`name` stands/
    )
    assert.match(await text({ args: 'ZB' }), /TOOL_BAD_ARGUMENTS.*`args` is not an object/)
    assert.match(await text({ args: ['ZB'] }), /TOOL_BAD_ARGUMENTS.*`args` is not an object/)
    assert.equal(await text({ name: 'ZA', args: {} }), await text({ name: 'ZA' }))
    assert.equal(await text({ args: JSON.stringify({ name: 'ZA' }) }), await text({ name: 'ZA' }))
    assert.match(await text({ args: { args: { name: 'ZA' } } }), /no argument `args`/)
  })
})

describe('help', () => {
  const help = async (name: string, args: object, wish: Partial<Options> = {}) => {
    const session = sessionWith({ compact: true, ...wish })
    const result = await run(prepare(session, name, args), session, {
      signal: new AbortController().signal
    })
    assert.equal(result.kind, 'text', result.text)
    return result.text
  }

  test('names every argument of every action, its words and whether it is needed', async () => {
    for (const tool of tools) {
      const all = await help(tool.name, { args: { help: true } })
      assert.ok(
        all.startsWith(`${tool.name}: ${tool.description}`),
        'the long description is in it'
      )
      for (const [name, { properties, required }] of tool.actions) {
        const text =
          name === '' ? all : await help(tool.name, { action: name, args: { help: true } })
        for (const [key, schema] of Object.entries(properties)) {
          const line = text.split('\n').find(one => one.startsWith(`  ${key} (`)) ?? ''
          assert.ok(
            line.includes(String(schema['description'])),
            `${tool.name} ${name} ${key}: ${line}`
          )
          const words = (schema['enum'] ?? []) as string[]
          // The list of all object types stands where a type is needed.
          if (words.length > 20 && !required.includes(key)) {
            assert.ok(line.includes(`one of ${words.length}, as`), line)
          } else for (const word of words) assert.ok(line.includes(word), `${key} ${word}`)
          assert.equal(/needed\)/.test(line), required.includes(key), `${tool.name} ${name} ${key}`)
        }
      }
    }
  })

  test('shows what exists here, and the table of a type', async () => {
    assert.match(await help('ERPWrite', { action: 'create', help: true }), /\n {2}transport \(/)
    assert.doesNotMatch(
      await help(
        'ERPWrite',
        { action: 'create', help: true },
        { registry: { transportable: false, transportsEnabled: false } }
      ),
      /transport/
    )
    assert.doesNotMatch(
      await help(
        'ERPWrite',
        { action: 'create', help: true },
        { registry: { features: new Map([['rap', 'absent']]) } }
      ),
      /BDEF/
    )
    assert.match(await help('ERPManage', { help: true }), /\nrun_class:/)
    assert.doesNotMatch(
      await help('ERPManage', { help: true }, { policy: { expert: new Set() } }),
      /\nrun_class:/
    )
    assert.match(
      await help('ERPWrite', { action: 'create', type: 'doma', help: 'true' }),
      /^Fields of DOMA:[^]*values \(list of object\)[^]*\n {4}low \(string, needed\)[^]*Example/
    )
    assert.match(
      await help('ERPWrite', { action: 'creat', help: true }),
      /^ERPWrite: [^]*\ncreate: type\*, name\*/
    )
  })

  test('needs the scope of the tool, and no more', async () => {
    assert.match(
      await help('ERPWrite', { action: 'delete', help: true }, { policy: { readOnly: true } }),
      /^ERPWrite delete/
    )
    const session = sessionWith({ compact: true, scopes: ['read'] })
    assert.throws(() => prepare(session, 'ERPWrite', { help: true }), {
      code: 'INSUFFICIENT_SCOPE'
    })
  })
})
