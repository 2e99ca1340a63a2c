/** Changes under a lock: sequence, refusals, lost answers, sessions and creations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeSource,
  createObject,
  deleteObject,
  isErpError,
  readSource
} from '../../../erp-client/index.ts'
import type { LockFacts } from '../../../erp-client/index.ts'
import { asx, connect, demo, demoPath, demoSource, exception } from '../fake-erp.ts'
import type { FakeErp, Reply, Seen } from '../fake-erp.ts'

const accept = { recheck: () => {} }
const overwrite = { ref: demo, edit: () => 'new', readBefore: false } as const
const kind = (seen: Seen) => seen.query.get('_action') ?? seen.method
const steps = (fake: FakeErp) => fake.seen.map(kind)

async function ready(t: Parameters<typeof connect>[0]) {
  const both = await connect(t)
  both.fake.sources.set(demoSource, 'old')
  return both
}

async function warm(t: Parameters<typeof connect>[0]) {
  const both = await ready(t)
  await changeSource(both.erp.writer, overwrite, accept)
  both.fake.seen.length = 0
  return both
}

test('once warm an update with overwrite is three requests, all in one stateful session', async t => {
  const { fake, erp } = await warm(t)
  for (let round = 0; round < 3; round++) {
    fake.seen.length = 0
    const result = await changeSource(erp.writer, overwrite, accept)
    assert.deepEqual(steps(fake), ['LOCK', 'PUT', 'UNLOCK'])
    assert.ok(fake.seen.every(seen => seen.headers['x-sap-adt-sessiontype'] === 'stateful'))
    assert.equal(new Set(fake.seen.map(seen => seen.cookies.get('sap-contextid'))).size, 1)
    assert.equal(result.changed, true)
    assert.ok(result.etag)
  }
  assert.equal(fake.locks.size, 0)
})

test('edit gets the source inside the lock, and an unchanged source is not written', async t => {
  const { fake, erp } = await warm(t)
  const result = await changeSource(
    erp.writer,
    { ref: demo, edit: source => source.text.replace('new', 'newer') },
    accept
  )
  assert.deepEqual(steps(fake), ['LOCK', 'GET', 'PUT', 'UNLOCK'])
  assert.deepEqual([result.before.text, fake.sources.get(demoSource)], ['new', 'newer'])
  fake.seen.length = 0
  assert.equal(
    (await changeSource(erp.writer, { ref: demo, edit: source => source.text }, accept)).changed,
    false
  )
  assert.deepEqual(steps(fake), ['LOCK', 'GET', 'UNLOCK'])
})

test('recheck gets the facts of the lock and may refuse; nothing is written then', async t => {
  const { fake, erp } = await warm(t)
  const facts: LockFacts[] = []
  const refusal = new Error('not allowed')
  await assert.rejects(
    changeSource(erp.writer, overwrite, {
      recheck: fact => {
        facts.push(fact)
        throw refusal
      }
    }),
    refusal
  )
  assert.deepEqual(facts, [
    {
      ref: demo,
      package: '$TMP',
      transport: undefined,
      transportOwner: undefined,
      isLocal: true,
      foreign: undefined,
      shownIn: undefined
    }
  ])
  assert.deepEqual(steps(fake), ['LOCK', 'UNLOCK'])
  await assert.rejects(
    changeSource(
      erp.writer,
      {
        ref: demo,
        edit: () => {
          throw refusal
        }
      },
      accept
    ),
    refusal
  )
  assert.equal(fake.locks.size, 0)
  assert.equal(fake.writes.length, 1)
})

test('a lock that is not as local as the package once was has the package asked for again', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = seen =>
    kind(seen) === 'LOCK'
      ? asx(
          '<LOCK_HANDLE>ABCDEF</LOCK_HANDLE><CORRNR>TSTK900001</CORRNR><CORRUSER>OTHER</CORRUSER><IS_LOCAL/>'
        )
      : seen.method === 'PUT'
        ? {}
        : undefined
  const facts: LockFacts[] = []
  const result = await changeSource(erp.writer, overwrite, {
    recheck: fact => {
      facts.push(fact)
    }
  })
  assert.deepEqual(steps(fake), ['LOCK', 'GET', 'PUT', 'UNLOCK'])
  assert.equal(facts[0]?.transport, 'TSTK900001')
  assert.equal(result.transport, 'TSTK900001')
  assert.equal(fake.seen[2]?.query.get('corrNr'), 'TSTK900001')
})

test('a transport is used or refused, never replaced, and an empty one is not sent', async t => {
  const { fake, erp } = await warm(t)
  await changeSource(erp.writer, { ...overwrite, transport: 'TSTK900007' }, accept)
  assert.match(fake.writes.at(-1)?.query ?? '', /corrNr=TSTK900007/)
  await changeSource(erp.writer, { ...overwrite, transport: '' }, accept)
  assert.doesNotMatch(fake.writes.at(-1)?.query ?? '', /corrNr/)
  fake.handle = seen =>
    kind(seen) === 'LOCK'
      ? asx(
          '<LOCK_HANDLE>ABCDEF</LOCK_HANDLE><CORRNR>TSTK900001</CORRNR><CORRUSER>OTHER</CORRUSER><IS_LOCAL/>'
        )
      : undefined
  await assert.rejects(
    changeSource(erp.writer, { ...overwrite, transport: 'TSTK900007' }, accept),
    /already recorded in TSTK900001 of OTHER/
  )
  await assert.rejects(changeSource(erp.writer, { ...overwrite, transport: 'x&y' }, accept), {
    code: 'ERP_BAD_NAME'
  })
})

const faults: readonly {
  readonly name: string
  readonly when: string
  readonly answer: Reply | 'reset'
  readonly code: string
  readonly outcome: string
}[] = [
  {
    name: 'a refused write',
    when: 'PUT',
    answer: exception(
      400,
      'ExceptionResourceScanDuringSaveFailure',
      'The source code of this class is incomplete',
      { LINE: '3' }
    ),
    code: 'ERP_BAD_REQUEST',
    outcome: 'failed'
  },
  {
    name: 'a dump in the write',
    when: 'PUT',
    answer: {
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>Application Server Error</title></head></html>'
    },
    code: 'ERP_SERVER_ERROR',
    outcome: 'unknown'
  },
  {
    name: 'a lost answer to the write',
    when: 'PUT',
    answer: 'reset',
    code: 'ERP_UNREACHABLE',
    outcome: 'unknown'
  },
  {
    name: 'a gateway that gave up on the write',
    when: 'PUT',
    answer: { status: 504 },
    code: 'ERP_TIMEOUT',
    outcome: 'unknown'
  },
  {
    name: 'an overloaded ERP',
    when: 'PUT',
    answer: { status: 503 },
    code: 'ERP_BUSY',
    outcome: 'failed'
  },
  {
    name: 'a lost lock',
    when: 'PUT',
    answer: exception(423, 'ExceptionResourceInvalidLockHandle', 'not locked'),
    code: 'ERP_LOCK_LOST',
    outcome: 'failed'
  },
  {
    name: 'a session that ended in between',
    when: 'PUT',
    answer: {
      status: 400,
      headers: { 'content-type': 'text/html', 'sap-err-id': 'ICMENOSESSION' },
      body: 'Session Timed Out'
    },
    code: 'ERP_SESSION_LOST',
    outcome: 'failed'
  },
  {
    name: 'a log-on that ended in between',
    when: 'PUT',
    answer: { status: 401 },
    code: 'ERP_SESSION_LOST',
    outcome: 'failed'
  },
  {
    name: 'a foreign lock',
    when: 'LOCK',
    answer: exception(
      403,
      'ExceptionResourceNoAccess',
      'User OTHER is currently editing ZCL_DEMO',
      { 'T100KEY-ID': 'EU', 'T100KEY-NO': '510', 'T100KEY-V1': 'OTHER' }
    ),
    code: 'ERP_LOCKED',
    outcome: 'failed'
  },
  {
    name: 'a lock without a handle',
    when: 'LOCK',
    answer: asx('<LOCK_HANDLE/>'),
    code: 'ERP_FORBIDDEN',
    outcome: 'failed'
  },
  {
    name: 'a lock that is cut off',
    when: 'LOCK',
    answer: { body: '<asx:abap xmlns:asx="x"><asx:values><DATA><LOCK_HAN' },
    code: 'ERP_BAD_ANSWER',
    outcome: 'failed'
  },
  {
    name: 'a read in the lock that fails',
    when: 'GET',
    answer: { status: 500, body: 'dump' },
    code: 'ERP_SERVER_ERROR',
    outcome: 'failed'
  }
]
for (const { name, when, answer, code, outcome } of faults) {
  test(`${name} leaves no lock behind and is reported exactly`, async t => {
    const { fake, erp } = await warm(t)
    const before = fake.sources.get(demoSource)
    fake.handle = seen =>
      kind(seen) === when && (when !== 'GET' || seen.path === demoSource) ? answer : undefined
    await assert.rejects(
      changeSource(erp.writer, { ref: demo, edit: () => 'other' }, accept),
      (error: unknown) =>
        isErpError(error) &&
        error.code === code &&
        String(error.outcome) === outcome &&
        (assert.ok(error.remedy), true)
    )
    fake.handle = undefined
    assert.equal(fake.locks.size, 0)
    assert.equal(fake.sources.get(demoSource), before)
    await changeSource(erp.writer, overwrite, accept)
    assert.equal(fake.locks.size, 0)
  })
}

for (const answer of [
  'reset',
  { status: 500, body: 'dump' },
  { status: 403, body: 'no' }
] as const) {
  test(`when unlocking fails (${JSON.stringify(answer)}) the session goes, and the lock with it`, async t => {
    const { fake, erp } = await warm(t)
    fake.handle = seen => (kind(seen) === 'UNLOCK' ? answer : undefined)
    assert.equal((await changeSource(erp.writer, overwrite, accept)).changed, true)
    assert.equal(fake.locks.size, 0)
    assert.equal(fake.seen.at(-1)?.headers['x-sap-adt-sessiontype'], 'stateless')
  })
}

test('a session ends on a release without the first of its paths', async t => {
  const { fake, erp } = await warm(t)
  const isEnd = (headers: { readonly [name: string]: unknown }) =>
    headers['x-sap-adt-sessiontype'] === 'stateless'
  fake.intercept = ({ headers, path }) =>
    isEnd(headers) && path.endsWith('/core/discovery') ? { status: 404 } : undefined
  fake.handle = seen => (kind(seen) === 'UNLOCK' ? { status: 500, body: 'dump' } : undefined)
  await changeSource(erp.writer, overwrite, accept)
  assert.equal(fake.locks.size, 0)
  assert.deepEqual(
    fake.seen.filter(({ headers }) => isEnd(headers)).map(({ path }) => path),
    ['/sap/bc/adt/core/discovery', '/sap/bc/adt/compatibility/graph']
  )
})

test('after a caller has left, the lock is released and no change is incomplete', async t => {
  for (const at of ['LOCK', 'GET', 'PUT']) {
    const { fake, erp } = await warm(t)
    const controller = new AbortController()
    fake.handle = seen => {
      if (kind(seen) === at) controller.abort()
      return undefined
    }
    const before = fake.writes.length
    const result = await changeSource(
      erp.writer,
      { ref: demo, edit: () => `by ${at}` },
      { ...accept, signal: controller.signal }
    ).then(
      () => 'written',
      (error: unknown) => (isErpError(error) ? error.code : String(error))
    )
    fake.handle = undefined
    assert.equal(result, at === 'PUT' ? 'written' : 'ERP_ABORTED', at)
    assert.equal(fake.writes.length - before, at === 'PUT' ? 1 : 0, at)
    assert.equal(fake.locks.size, 0, at)
    assert.ok(steps(fake).includes('UNLOCK'), at)
  }
  const { fake, erp } = await warm(t)
  const controller = new AbortController()
  const edit = () => {
    controller.abort()
    return 'late'
  }
  await assert.rejects(
    changeSource(erp.writer, { ref: demo, edit }, { ...accept, signal: controller.signal }),
    { code: 'ERP_ABORTED', outcome: 'failed' }
  )
  assert.deepEqual([fake.count('PUT'), fake.locks.size], [0, 0])
})

test('changes at the same time have sessions of their own and share the log-on', async t => {
  const { fake, erp } = await warm(t)
  const names = Array.from({ length: 12 }, (_each, index) => `ZCL_${index}`)
  for (const name of names) {
    fake.sources.set(`/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main`, 'old')
  }
  await Promise.all(
    names.map(name =>
      changeSource(
        erp.writer,
        { ref: { type: 'CLAS', name }, edit: source => source.text + name },
        accept
      )
    )
  )
  assert.ok(
    names.every(
      name =>
        fake.sources.get(`/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main`) ===
        `old${name}`
    )
  )
  assert.deepEqual([fake.locks.size, fake.sessions.size, fake.logons()], [0, 1, 0])
})

test('a lock with an unreadable answer ends with its session', async t => {
  const { fake, erp } = await warm(t)
  const [session] = fake.sessions.values()
  fake.handle = seen => {
    if (kind(seen) !== 'LOCK') return undefined
    fake.locks.set(demoPath, { handle: 'ABC', context: [...(session?.contexts ?? [])][0] ?? '' })
    return { body: '<asx:abap xmlns:asx="x"><asx:values><DATA><LOCK_HAN' }
  }
  await assert.rejects(changeSource(erp.writer, overwrite, accept), { code: 'ERP_BAD_ANSWER' })
  assert.equal(fake.locks.size, 0)
})

test('of two changes of one object at the same time, one is refused with the owner of the lock', async t => {
  const { fake, erp } = await warm(t)
  const results = await Promise.allSettled(
    [1, 2].map(index =>
      changeSource(erp.writer, { ref: demo, edit: source => source.text + index }, accept)
    )
  )
  const codes = results.map(each => (each.status === 'fulfilled' ? 'ok' : each.reason.code))
  assert.ok(
    codes.every(code => code === 'ok' || code === 'ERP_LOCKED') && codes.includes('ok'),
    codes.join()
  )
  assert.equal(fake.locks.size, 0)
})

test('a pooled session that timed out is replaced silently', async t => {
  const { fake, erp } = await warm(t)
  for (const session of fake.sessions.values()) session.contexts.clear()
  assert.equal((await changeSource(erp.writer, overwrite, accept)).changed, true)
  fake.sessions.clear()
  assert.equal((await changeSource(erp.writer, overwrite, accept)).changed, true)
  assert.equal(fake.locks.size, 0)
})

test('readers never carry the session of a change', async t => {
  const { fake, erp } = await warm(t)
  await Promise.all([
    changeSource(erp.writer, { ref: demo, edit: () => 'a' }, accept),
    readSource(erp.reader, { ref: { ...demo, name: 'ZCL_R' } }).catch(() => {})
  ])
  const reads = fake.seen.filter(seen => seen.path.includes('zcl_r'))
  assert.ok(
    reads.length > 0 &&
      reads.every(
        seen =>
          !seen.cookies.has('sap-contextid') && seen.headers['x-sap-adt-sessiontype'] === undefined
      )
  )
})

test('an ERP that does not keep locks between requests gets no writes', async t => {
  const { fake, erp } = await ready(t)
  fake.forgetful = true
  fake.handle = seen => (seen.path.endsWith('/system/components') ? { status: 404 } : undefined)
  await assert.rejects(changeSource(erp.writer, overwrite, accept), {
    code: 'ERP_LOCKS_NOT_KEPT',
    outcome: 'failed'
  })
  assert.equal(fake.count('PUT'), 0)
})

test('an old release that keeps its locks after all may be written to, and is asked once', async t => {
  const { fake, erp } = await ready(t)
  fake.handle = seen =>
    seen.path.endsWith('/system/components')
      ? {
          body: '<feed><entry><id>SAP_BASIS</id><title>740;SAPKB74005;0005;SAP Basis Component</title></entry></feed>'
        }
      : undefined
  await changeSource(erp.writer, overwrite, accept)
  await changeSource(erp.writer, overwrite, accept)
  assert.equal(steps(fake).filter(step => step === 'LOCK').length, 3, 'one of them from aside')
  assert.equal(fake.locks.size, 0)
})

test('a part that does not exist yet is created under the lock, only when asked to', async t => {
  const { fake, erp } = await warm(t)
  const part = `${demoPath}/includes/testclasses`
  fake.handle = seen =>
    seen.path === `${demoPath}/includes` ? (fake.sources.set(part, ''), { status: 201 }) : undefined
  const change = { ref: demo, part: 'testclasses', edit: () => 'tests' }
  await assert.rejects(changeSource(erp.writer, change, accept), { code: 'ERP_NOT_FOUND' })
  fake.seen.length = 0
  await changeSource(erp.writer, { ...change, createPart: true }, accept)
  assert.deepEqual(steps(fake), ['LOCK', 'GET', 'POST', 'PUT', 'UNLOCK'])
  assert.match(fake.seen[2]?.body ?? '', /class:includeType="testclasses"/)
  assert.ok(fake.seen[2]?.query.get('lockHandle'))
  assert.equal(fake.sources.get(part), 'tests')
})

test('a creation sends what its type needs, escaped, to the collection', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = () => ({ status: 201 })
  const facts: LockFacts[] = []
  const { uri } = await createObject(
    erp.writer,
    {
      ref: { type: 'CLAS', name: '/ABC/CL_X' },
      package: 'ZDEMO',
      description: '<&"ü>',
      transport: 'TSTK900001',
      options: { superclass: 'ZCL_BASE', final: false }
    },
    {
      recheck: fact => {
        facts.push(fact)
      }
    }
  )
  assert.equal(uri, '/sap/bc/adt/oo/classes/%2fabc%2fcl_x')
  assert.deepEqual(facts, [
    {
      ref: { type: 'CLAS', name: '/ABC/CL_X' },
      package: 'ZDEMO',
      transport: 'TSTK900001',
      isLocal: false
    }
  ])
  const [seen] = fake.seen
  assert.deepEqual(
    [seen?.path, seen?.query.get('corrNr'), seen?.headers['content-type']],
    ['/sap/bc/adt/oo/classes', 'TSTK900001', 'application/*']
  )
  assert.match(
    seen?.body ?? '',
    /<class:abapClass xmlns:class="http:\/\/www.sap.com\/adt\/oo\/classes"/
  )
  assert.match(
    seen?.body ?? '',
    /adtcore:name="\/ABC\/CL_X" adtcore:description="&lt;&amp;&quot;ü&gt;"/
  )
  assert.match(
    seen?.body ?? '',
    /class:final="false" class:visibility="public".*<adtcore:packageRef adtcore:name="ZDEMO"\/><class:superClassRef adtcore:name="ZCL_BASE"\/>/
  )
})

test('a refused creation is refused before a byte is sent', async t => {
  const { fake, erp } = await warm(t)
  const refusal = new Error('not this package')
  await assert.rejects(
    createObject(
      erp.writer,
      { ref: demo, package: 'ZDEMO', description: '' },
      {
        recheck: () => {
          throw refusal
        }
      }
    ),
    refusal
  )
  await assert.rejects(
    createObject(
      erp.writer,
      { ref: { type: 'SRVB', name: 'ZB' }, package: '$TMP', description: '' },
      accept
    ),
    /needs serviceDefinition/
  )
  await assert.rejects(
    createObject(
      erp.writer,
      { ref: { type: 'VIEW', name: 'ZV' }, package: '$TMP', description: '' },
      accept
    ),
    { code: 'ERP_UNSUPPORTED' }
  )
  assert.equal(fake.seen.length, 0)
})

test('a function module is created in its group and judged by the package of the group', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = seen =>
    seen.method === 'POST'
      ? { status: 201 }
      : {
          body: '<group:abapFunctionGroup xmlns:group="x" xmlns:adtcore="y" adtcore:name="ZFG"><adtcore:packageRef adtcore:name="ZREAL"/></group:abapFunctionGroup>'
        }
  const facts: LockFacts[] = []
  await createObject(
    erp.writer,
    { ref: { type: 'FUNC', name: 'Z_FM', group: 'ZFG' }, package: '$TMP', description: 'x' },
    {
      recheck: fact => {
        facts.push(fact)
      }
    }
  )
  assert.equal(facts[0]?.package, 'ZREAL')
  const sent = fake.seen.find(seen => seen.method === 'POST')
  assert.equal(sent?.path, '/sap/bc/adt/functions/groups/zfg/fmodules')
  assert.match(
    sent?.body ?? '',
    /<adtcore:containerRef adtcore:name="ZFG" adtcore:type="FUGR\/F" adtcore:uri="\/sap\/bc\/adt\/functions\/groups\/zfg"\/>/
  )
})

test('a creation that failed in the ERP is verified', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = seen => (seen.method === 'POST' ? { status: 500, body: 'dump' } : { status: 404 })
  const create = () =>
    createObject(erp.writer, { ref: demo, package: '$TMP', description: '' }, accept)
  await assert.rejects(create(), { code: 'ERP_SERVER_ERROR', outcome: 'failed' })
  fake.handle = seen => (seen.method === 'POST' ? { status: 500, body: 'dump' } : undefined)
  await assert.rejects(
    create(),
    (error: unknown) =>
      isErpError(error) && error.outcome === 'unknown' && /exists now/.test(error.remedy)
  )
  fake.handle = () =>
    exception(409, 'ExceptionResourceAlreadyExists', 'Resource Class ZCL_DEMO does already exist.')
  await assert.rejects(create(), { code: 'ERP_ALREADY_EXISTS', outcome: 'failed' })
})

test('an object is deleted under its lock', async t => {
  const { fake, erp } = await warm(t)
  await deleteObject(erp.writer, { ref: demo }, accept)
  assert.deepEqual(steps(fake), ['LOCK', 'DELETE', 'UNLOCK'])
  fake.handle = seen =>
    seen.method === 'DELETE'
      ? exception(409, 'ExceptionResourceNoAccess', 'Package contains 6 objects')
      : undefined
  await assert.rejects(deleteObject(erp.writer, { ref: demo }, accept), {
    message: 'Package contains 6 objects',
    outcome: 'failed'
  })
  assert.equal(fake.locks.size, 0)
})

test('close waits for a running change and leaves no lock', async t => {
  const { fake, erp } = await warm(t)
  const change = changeSource(
    erp.writer,
    {
      ref: demo,
      edit: () => {
        void erp.close()
        return 'last words'
      }
    },
    accept
  )
  assert.equal((await change).changed, true)
  await erp.close()
  assert.equal(fake.sources.get(demoSource), 'last words')
  assert.equal(fake.locks.size, 0)
  await assert.rejects(changeSource(erp.writer, overwrite, accept), {
    code: 'ERP_CLOSED',
    outcome: 'failed'
  })
})

test('more first writes at once than there are sessions do not wait for each other', async t => {
  const { fake, erp } = await ready(t)
  fake.handle = seen => (seen.path.endsWith('/system/components') ? { status: 403 } : undefined)
  const names = Array.from({ length: 40 }, (_each, index) => `ZCL_${index}`)
  for (const name of names) {
    fake.sources.set(`/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main`, 'old')
  }
  await Promise.all(
    names.map(name =>
      changeSource(
        erp.writer,
        { ref: { type: 'CLAS', name }, edit: () => 'new', readBefore: false },
        accept
      )
    )
  )
  assert.equal(fake.writes.length, 40)
  assert.equal(steps(fake).filter(step => step === 'LOCK').length, 41)
  assert.equal(fake.locks.size, 0)
})
