import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPolicy } from '../../../tools/policy/decide.ts'
import type { PolicyOptions, Target } from '../../../tools/policy/decide.ts'
import { effectOf, operations } from '../../../tools/operations.ts'
import type { OperationName } from '../../../tools/operations.ts'
import { callerWith, freePolicy } from '../helpers/erp.ts'

const everyone = callerWith('read', 'write', 'admin')
const effect = (...names: OperationName[]) => effectOf({ tool: 'Some', scope: 'read' }, names)

function decide(options: Partial<PolicyOptions>, names: OperationName[], target?: Target): string {
  const decision = createPolicy({ ...freePolicy, ...options }).decide(
    effect(...names),
    target,
    everyone
  )
  return decision.allow ? 'ok' : `${decision.code} ${decision.setting}`
}

test('letters, scopes and read-only stand once, in the table', () => {
  const rows = Object.entries(operations).map(
    ([name, { letters, readOnlyAllowed, repository, ...rest }]) => [
      name,
      letters,
      'scope' in rest ? rest.scope : '',
      readOnlyAllowed,
      repository
    ]
  )
  assert.deepEqual(rows, [
    ['read', 'R', '', true, 'none'],
    ['search', 'S', '', true, 'none'],
    ['query', 'Q', '', true, 'none'],
    ['create', 'C', 'write', false, 'recorded'],
    ['update', 'U', 'write', false, 'recorded'],
    ['delete', 'D', 'write', false, 'recorded'],
    ['activate', 'A', 'write', false, 'touched'],
    ['approve', 'U', 'admin', false, 'none'],
    ['createRequest', 'C', 'write', false, 'request'],
    ['updateRequest', 'U', 'write', false, 'request'],
    ['deleteRequest', 'D', 'write', false, 'request'],
    ['test', 'U', 'write', false, 'none'],
    ['arm', 'U', 'write', false, 'none'],
    ['execute', 'CDUA', 'write', false, 'none'],
    ['debug', 'CDUA', 'write', false, 'none'],
    ['amdp', 'CDUA', 'write', false, 'none'],
    ['debugChange', 'CDUA', 'admin', false, 'none']
  ])
})

test('read-only leaves reading, searching and querying', () => {
  for (const name of ['read', 'search', 'query'] as const) {
    assert.equal(decide({ readOnly: true }, [name]), 'ok')
  }
  for (const name of ['create', 'update', 'delete', 'activate', 'test', 'execute'] as const) {
    assert.equal(
      decide({ readOnly: true, expert: new Set(['execute']) }, [name]),
      'BLOCKED_READ_ONLY --read-only'
    )
  }
})

test('requests are changed only where the operator enables transports', () => {
  assert.equal(
    decide({ enableTransports: false }, ['updateRequest']),
    'BLOCKED_FEATURE --feature-transport'
  )
  assert.equal(
    decide({ enableTransports: true, transportReadOnly: true }, ['updateRequest']),
    'BLOCKED_TRANSPORT --transport-read-only'
  )
})

test('every letter of a composite call must be permitted', () => {
  const cases: [Partial<PolicyOptions>, OperationName[], string][] = [
    [{ allowedOps: 'RS' }, ['read'], 'ok'],
    [{ allowedOps: 'RS' }, ['query'], 'BLOCKED_OPERATION --allowed-ops'],
    [{ allowedOps: 'RSU' }, ['update', 'activate'], 'BLOCKED_OPERATION --allowed-ops'],
    [{ allowedOps: 'RSUA' }, ['update', 'activate'], 'ok'],
    [{ disallowedOps: 'A' }, ['update', 'activate'], 'BLOCKED_OPERATION --disallowed-ops'],
    [{ disallowedOps: 'A' }, ['update'], 'ok'],
    [
      { allowedOps: 'CUA', expert: new Set(['execute']) },
      ['execute'],
      'BLOCKED_OPERATION --allowed-ops'
    ],
    [
      { disallowedOps: 'D', expert: new Set(['execute']) },
      ['execute'],
      'BLOCKED_OPERATION --disallowed-ops'
    ],
    [{ expert: new Set(['execute']) }, ['execute'], 'ok'],
    [{}, ['execute'], 'BLOCKED_EXPERT --expert'],
    [{ expert: new Set(['execute']) }, ['debug'], 'BLOCKED_EXPERT --expert'],
    [{ blockFreeSql: true }, ['query'], 'BLOCKED_FREE_SQL --block-free-sql'],
    [{ blockFreeSql: true }, ['read', 'query'], 'BLOCKED_FREE_SQL --block-free-sql'],
    [{ blockFreeSql: true }, ['read'], 'ok']
  ]
  for (const [options, names, expected] of cases) {
    assert.equal(
      decide(options, names),
      expected,
      `${names.join('+')} under ${JSON.stringify(options)}`
    )
  }
})

test('scopes do not imply each other', () => {
  const policy = createPolicy(freePolicy)
  const missing = (
    scopes: ('read' | 'write' | 'admin')[],
    scope: 'read' | 'write' | 'admin',
    name: OperationName
  ) => {
    const decision = policy.decide(
      effectOf({ tool: 'Some', scope }, [name]),
      undefined,
      callerWith(...scopes)
    )
    return decision.allow ? 'ok' : decision.missingScope
  }
  assert.equal(missing(['write', 'admin'], 'read', 'read'), 'read')
  assert.equal(missing(['admin'], 'write', 'update'), 'write')
  assert.equal(missing(['read'], 'read', 'test'), 'write')
  assert.equal(missing(['admin'], 'admin', 'read'), 'ok')
  assert.equal(missing(['admin'], 'admin', 'create'), 'write')
  assert.equal(missing(['write'], 'write', 'read'), 'ok')
})

test('packages: anchored, any case, stars only; an unknown package is refused', () => {
  const allowedPackages = ['Z*', '$tmp', '/ABC/CORE*', 'X*Y']
  const options = { allowedPackages, allowTransportableEdits: true }
  const cases: [string | undefined, boolean][] = [
    ['ZFOO', true],
    ['zfoo', true],
    ['Z', true],
    ['$TMP', true],
    ['$TMP2', false],
    ['AZFOO', false],
    ['/ABC/CORE_X', true],
    ['/ABC/ZCORE', false],
    ['/NSP/ZFOO', false],
    ['XAY', true],
    ['XY', true],
    ['X', false],
    ['XAYB', false],
    ['ＺFOO', false],
    [undefined, false]
  ]
  for (const [name, allowed] of cases) {
    const target = { object: 'CLAS X', package: name, transport: 'DEVK900001' }
    for (const operation of ['create', 'update', 'delete', 'activate', 'test'] as const) {
      assert.equal(
        decide(options, [operation], target),
        allowed ? 'ok' : 'BLOCKED_PACKAGE --allowed-packages',
        `${operation} in ${name}`
      )
    }
    assert.equal(decide(options, ['read'], target), 'ok')
  }
})

test('an empty allowlist allows nothing', () => {
  assert.equal(
    decide({ allowedPackages: [] }, ['update'], { package: '$TMP' }),
    'BLOCKED_PACKAGE --allowed-packages'
  )
})

test('without transportable edits only local objects change', () => {
  const cases: [Target, string][] = [
    [{ package: '$TMP' }, 'ok'],
    [{ package: '$TMP', isLocal: false }, 'BLOCKED_NOT_TRANSPORTABLE --allow-transportable-edits'],
    [{ package: 'ZLOCAL', isLocal: true }, 'ok'],
    [{ package: 'ZFOO' }, 'BLOCKED_NOT_TRANSPORTABLE --allow-transportable-edits'],
    [
      { package: 'ZFOO', transport: 'DEVK900001' },
      'BLOCKED_NOT_TRANSPORTABLE --allow-transportable-edits'
    ],
    [{}, 'BLOCKED_NOT_TRANSPORTABLE --allow-transportable-edits']
  ]
  for (const [target, expected] of cases) {
    for (const operation of ['create', 'update', 'delete', 'activate'] as const) {
      assert.equal(
        decide({}, [operation], target),
        expected,
        `${operation} ${JSON.stringify(target)}`
      )
    }
    assert.equal(decide({}, ['test'], target), 'ok')
  }
})

test('with them a transportable object needs a permitted request, wherever it is recorded', () => {
  const options = { allowTransportableEdits: true, allowedTransports: ['DEVK9*'] }
  const blocked = 'BLOCKED_TRANSPORT --allowed-transports'
  const cases: [Target, string][] = [
    [{ package: 'ZFOO' }, 'BLOCKED_TRANSPORT --allow-transportable-edits'],
    [{ package: 'ZFOO', transport: 'DEVK900001' }, 'ok'],
    [{ package: 'ZFOO', transport: 'DEVK100001' }, blocked],
    [{ package: 'ZFOO', transport: 'DEVK900001', recordedIn: 'DEVK100001' }, blocked],
    [{ package: '$TMP' }, 'ok'],
    [{ package: 'ZFOO', isLocal: true }, 'ok']
  ]
  for (const [target, expected] of cases) {
    assert.equal(decide(options, ['update'], target), expected, JSON.stringify(target))
  }
  assert.equal(decide(options, ['activate'], { package: 'ZFOO' }), 'ok')
})

test('the refusal for a missing number names the requests that the change can go into', () => {
  const policy = createPolicy({ ...freePolicy, allowTransportableEdits: true })
  const remedyOf = (more: object) => {
    const target = { object: 'CLAS ZCL', package: 'ZFOO', ...more }
    const decision = policy.decide(effect('update'), target, everyone)
    return decision.allow ? assert.fail('allowed') : decision.remedy
  }
  const openRequests = ['DEVK900002 (ME: x)', 'DEVK900003 (ME: y)']
  assert.equal(
    remedyOf({ openRequests }),
    'Give `transport`, one of: DEVK900002 (ME: x), DEVK900003 (ME: y).'
  )
  assert.equal(remedyOf({ openRequests, recordedIn: 'DEVK900001' }), 'Give `transport` DEVK900001.')
  assert.equal(remedyOf({}), 'Give `transport`.')
})

test('tables are blocked by pattern', () => {
  const options = { blockedTables: ['usr*', 'pa0008'] }
  assert.equal(
    decide(options, ['query'], { tables: ['T000', 'USR02'] }),
    'BLOCKED_TABLE --blocked-tables'
  )
  assert.equal(decide(options, ['query'], { tables: ['T000', 'PA00081'] }), 'ok')
})

test('a package is looked up whenever a rule in force needs it', () => {
  const needs = (options: Partial<PolicyOptions>, name: OperationName, transport?: string) =>
    createPolicy({ ...freePolicy, ...options }).needsPackage(effect(name), transport, everyone)
  assert.equal(needs({}, 'update'), true)
  assert.equal(needs({}, 'activate'), true)
  assert.equal(needs({}, 'read'), false)
  assert.equal(needs({ allowedPackages: ['Z*'] }, 'test'), true)
  assert.equal(needs({ allowTransportableEdits: true }, 'update', 'DEVK900001'), false)
  assert.equal(needs({ allowTransportableEdits: true }, 'update'), true)
  assert.equal(needs({ allowTransportableEdits: true }, 'activate'), false)
  assert.equal(needs({ allowTransportableEdits: true, allowedPackages: ['Z*'] }, 'activate'), true)
})

test('permitted requests are whole numbers or what a wildcard stands for, in either case', () => {
  const found = (allowedTransports: readonly string[], transport: string, recordedIn?: string) =>
    decide({ allowTransportableEdits: true, allowedTransports }, ['update'], {
      package: 'ZX',
      transport,
      ...(recordedIn === undefined ? {} : { recordedIn })
    }) === 'ok'
  for (const [patterns, number] of [
    [['DEVK9*'], 'DEVK900001'],
    [['devk9*'], 'DEVK900001'],
    [['DEVK9*'], 'devk900001'],
    [[' DEVK900001 '], 'DEVK900001'],
    [['QASK*', 'DEVK*1'], 'DEVK900001'],
    [['*'], 'ABCK900001']
  ] as const) {
    assert.ok(found(patterns, number), `${patterns.join()} ${number}`)
  }
  for (const [patterns, number] of [
    [['DEVK9*'], 'QASK900001'],
    [['DEVK9*'], 'XDEVK900001'],
    [['DEVK900001'], 'DEVK9000011'],
    [['DEVK900001'], 'DEVK90000'],
    [['DEVK900001'], ' DEVK900001'],
    [['DEVK900001'], 'DEVK900001 '],
    [['DEVK9*'], 'DEV\uff2b900001'],
    [['DEVK9*'], ''],
    [['DEVK9*'], '*'],
    [['DEV.900001'], 'DEVK900001'],
    [['DEVK90000?'], 'DEVK900001'],
    [['', ' '], 'DEVK900001'],
    [[], 'DEVK900001']
  ] as const) {
    assert.ok(!found(patterns, number), `${patterns.join()} ${number}`)
  }
  assert.ok(
    !found(['DEVK9*'], 'DEVK900001', 'QASK900001'),
    'where it is recorded already counts, too'
  )
})

test('each refusal is a sentence, also where the object has no name', () => {
  const target = { package: 'ZX' }
  const refusals: [Partial<PolicyOptions>, Target][] = [
    [{ allowTransportableEdits: false }, target],
    [{ allowTransportableEdits: false }, {}],
    [{ allowTransportableEdits: true, allowedPackages: undefined }, target],
    [{ allowedPackages: ['Y*'] }, target],
    [{ allowedPackages: ['Y*'] }, {}]
  ]
  for (const [options, facts] of refusals) {
    const policy = createPolicy({ ...freePolicy, ...options })
    const decision = policy.decide(effect('update'), facts, everyone)
    assert.ok(!decision.allow)
    assert.match(decision.message, /^[A-Z].*\.$/)
  }
})
