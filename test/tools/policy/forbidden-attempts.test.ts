/**
 * Attempts to change what a rule forbids, in many spellings: the ERP must not receive one change.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { ToolError } from '../../../tools/index.ts'
import type { Caller, PolicyOptions } from '../../../tools/index.ts'
import { changingBases } from '../helpers/bases.ts'
import { benchOf, callerWith } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

type Args = Readonly<Record<string, unknown>>
interface Attempt {
  readonly tool: string
  readonly how: string
  readonly args: Args
}

/** Actions that change objects or requests, by the table that is written by hand. */
const decisions = readFileSync(new URL('decisions.txt', import.meta.url), 'utf8').split('\n')
const kinds = new Map(
  decisions.flatMap(line => {
    const [call = '', , , kind = ''] = line.split('|').map(cell => cell.trim())
    return kind === 'changes' || kind === 'requests' ? [[call, kind] as const] : []
  })
)

const text = (args: Args, key: string) => (typeof args[key] === 'string' ? args[key] : '')
const withName = (args: Args, change: (name: string) => string): Args | undefined =>
  text(args, 'name') === '' ? undefined : { ...args, name: change(text(args, 'name')) }

/** Each makes another call of the same meaning, or adds what must not decide anything. */
const disguises: Readonly<Record<string, (args: Args) => Args | undefined>> = {
  plain: args => args,
  'lower case': args => withName(args, name => name.toLowerCase()),
  'blanks around the name': args => withName(args, name => ` ${name} `),
  'the name percent-encoded': args =>
    withName(args, name => [...name].map(each => `%${each.charCodeAt(0).toString(16)}`).join('')),
  'a path in the name': args => withName(args, name => `${name}/../${name}`),
  'a wildcard behind the name': args => withName(args, name => `${name}*`),
  'the development type': args =>
    args['type'] === 'CLAS' ? { ...args, type: 'CLAS/OC' } : undefined,
  'no type': args => (args['type'] === undefined ? undefined : { ...args, type: undefined }),
  'the type in lower case': args => ({
    ...args,
    type: text(args, 'type').toLowerCase() || undefined
  }),
  'settings as arguments': args => ({
    ...args,
    readOnly: false,
    allowedPackages: ['*'],
    allowedOps: '*',
    enableTransports: true
  }),
  'a scope as an argument': args => ({
    ...args,
    scope: 'admin',
    scopes: ['read', 'write', 'admin'],
    user: text(args, 'user') || 'ADMIN'
  }),
  'a confirmation that was never given': args => ({
    ...args,
    confirm: 'yes',
    force: true,
    overwrite: true
  }),
  'a dry run that is none': args => ({ ...args, dryRun: 'no' }),
  'names of other servers': args => ({
    ...args,
    objectName: args['name'],
    objectType: args['type'],
    object_name: args['name']
  }),
  'a permitted package beside it': args =>
    args['package'] === undefined ? { ...args, package: '$ALLOWED' } : undefined,
  'a permitted transport beside it': args =>
    args['transport'] === undefined ? { ...args, transport: 'ABCK900001' } : undefined,
  'folded arguments': args => ({
    action: args['action'],
    args: JSON.stringify({ ...args, action: undefined })
  })
}

function attempts(): Attempt[] {
  return Object.entries(changingBases).flatMap(([call, base]) => {
    const [tool = '', action = ''] = call.split(' ')
    if (!kinds.has(call)) return []
    return Object.entries(disguises).flatMap(([how, disguise]) => {
      const args = disguise({ action, ...base })
      return args === undefined ? [] : [{ tool, how, args }]
    })
  })
}

/** As items of a batch, where an action has one. */
function inBatches(list: readonly Attempt[]): Attempt[] {
  const actions = new Set([
    'create',
    'update',
    'edit',
    'edit_method',
    'edit_class',
    'edit_texts',
    'delete'
  ])
  return list
    .filter(({ tool, args }) => tool === 'ERPWrite' && actions.has(text(args, 'action')))
    .map(({ tool, how, args }) => ({
      tool,
      how: `${how}, in a batch`,
      args: { action: 'batch', items: [args] }
    }))
}

interface RuleSet {
  readonly name: string
  readonly policy: Partial<PolicyOptions>
  readonly caller?: Caller
  readonly objects?: 'transportable'
  readonly kind?: 'changes'
  /** All objects are developed in that system. */
  readonly original?: string
}

/** They name what is not there yet, so that it cannot belong to another system. */
const making = new Set(['create', 'scaffold', 'create_package', 'git_clone'])
const makes = ({ args }: Attempt): boolean =>
  Array.isArray(args['items'])
    ? args['items'].some(item => making.has(text(item as Args, 'action')))
    : making.has(text(args, 'action'))

const wide: Partial<PolicyOptions> = {
  allowTransportableEdits: true,
  enableTransports: true,
  expert: new Set(['execute', 'debug', 'amdp'])
}
const ruleSets: readonly RuleSet[] = [
  { name: 'read-only', policy: { ...wide, readOnly: true } },
  { name: 'allowed operations', policy: { ...wide, allowedOps: 'RSQ' } },
  { name: 'disallowed operations', policy: { ...wide, disallowedOps: 'CUDA' } },
  {
    name: 'allowed packages',
    policy: { ...wide, allowedPackages: ['$ALLOWED*', 'ZALLOWED'] },
    kind: 'changes'
  },
  {
    name: 'packages of the key',
    policy: wide,
    caller: { ...callerWith('read', 'write', 'admin'), packages: ['$ALLOWED*'] },
    kind: 'changes'
  },
  { name: 'scope read', policy: wide, caller: callerWith('read') },
  { name: 'defaults', policy: {}, objects: 'transportable' },
  // The last one: the objects stay foreign.
  { name: 'objects of another system', policy: wide, kind: 'changes', original: 'DEV' }
]

const source = `CLASS zcl_mx DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_mx IMPLEMENTATION.
  METHOD run.
    result = 1.
  ENDMETHOD.
ENDCLASS.
`
let field: RecordedSandbox

before(async () => {
  field = await recordedSandbox()
  const { call } = benchOf({ erp: field.erp, policy: wide })
  const make = async (tool: string, args: object) => {
    const result = await call(tool, args)
    assert.equal(result.kind, 'data', result.text)
  }
  for (const name of ['$MX', '$MX_GOES', '$OTHER', '$ALLOWED']) {
    await make('ERPManage', { action: 'create_package', name })
  }
  await make('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_MX',
    package: '$TMP',
    source,
    activate: true
  })
  await make('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_MX_TO',
    package: '$TMP',
    source: source.replaceAll('zcl_mx', 'zcl_mx_to').replaceAll('run', 'other'),
    activate: true
  })
  for (const name of ['ZMX_PROGRAM', 'ZMX_GOES']) {
    await make('ERPWrite', {
      action: 'create',
      type: 'PROG',
      name,
      package: '$TMP',
      source: `REPORT ${name.toLowerCase()}.\n`
    })
  }
  await make('ERPTransport', { action: 'create', description: 'Not to be touched' })
})
after(async () => {
  await field?.close()
})

/** The same attempts at objects that are transported. */
const transportable: Readonly<Record<string, string>> = {
  ZCL_MX_NEW: 'ZCL_MX_NEW',
  ZCL_MX: 'ZCL_FERRY_CLOCK',
  ZMX_PROGRAM: 'ZFERRY_TIMETABLE',
  ZMX_GOES: 'ZFERRY_TIMETABLE',
  $TMP: 'ZFERRY_CORE',
  $MX_NEW: 'ZFERRY_NEW',
  $MX_GOES: 'ZFERRY_CORE',
  $MX: 'ZFERRY_CORE',
  $OTHER: 'ZFERRY_DICTIONARY',
  $ALLOWED: 'ZFERRY_CORE'
}

function aimedAt(objects: RuleSet['objects'], args: Args): Args {
  if (objects === undefined) return args
  const names = Object.keys(transportable)
    .map(name => name.replace('$', '\\$'))
    .join('|')
  const swapped = JSON.stringify(args).replaceAll(
    new RegExp(`(?<![A-Za-z_])(${names})(?![A-Za-z_])`, 'gi'),
    name => transportable[name.toUpperCase()] ?? name
  )
  return JSON.parse(swapped) as Args
}

/**
 * Drafts and locks of the caller's own sandbox user that a look alone leaves behind are no changes.
 */
async function outcome(
  rules: RuleSet,
  { tool, args }: Attempt,
  erp: RecordedSandbox['erp']
): Promise<string> {
  field.clear()
  const bench = benchOf({
    erp,
    policy: rules.policy,
    ...(rules.caller === undefined ? {} : { caller: rules.caller })
  })
  try {
    const aimed = aimedAt(rules.objects, args)
    const result = await bench.call(tool, aimed)
    // A confirmation permits nothing that a rule forbids.
    return result.kind === 'confirm'
      ? (await bench.call(tool, { ...aimed, confirm: result.digest })).kind
      : result.kind
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return 'error'
  }
}

const list = attempts()
const all = [...list, ...inBatches(list)]

test('the corpus is as large as it says', () => {
  assert.ok(all.length >= 360, `${all.length} attempts`)
})

for (const rules of ruleSets) {
  test(`${rules.name}: no attempt changes anything`, async t => {
    const tried = all.filter(attempt => {
      const { tool, args } = attempt
      if (rules.original !== undefined && makes(attempt)) return false
      return rules.kind === undefined || kinds.get(`${tool} ${text(args, 'action')}`) === rules.kind
    })
    const erp = rules.original === undefined ? field.erp : field.asFrom(rules.original)
    for (const attempt of tried) {
      const kind = await outcome(rules, attempt, erp)
      const where = `${rules.name}: ${attempt.tool} ${JSON.stringify(attempt.args)} (${attempt.how})`
      assert.deepEqual(field.changes, [], where)
      assert.ok(kind === 'error' || kind === 'confirm', `${where}: ${kind}`)
    }
    t.diagnostic(`${tried.length} attempts`)
  })
}
