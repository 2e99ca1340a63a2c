import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createAudit } from '../../audit.ts'
import { loadConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'

function capture(): {
  stream: Writable
  lines: () => Record<string, unknown>[]
  text: () => string
} {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    }
  })
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Record<string, unknown>)
  }
}

describe('audit', () => {
  test('one structured line a call: who, what, how it ended, how long', () => {
    const { stream, lines } = capture()
    const { observe: audit } = createAudit({
      log: createLog({ logLevel: 'info' }, stream),
      level: 'all'
    })
    audit({
      system: 'default',
      tool: 'ERPRead',
      operation: 'read',
      outcome: 'ok',
      ms: 12.3456,
      user: 'ada',
      object: 'CLAS ZCL_X',
      requestId: 'r1'
    })
    audit({
      system: 'default',
      tool: 'ERPWrite',
      action: 'edit',
      operation: 'update',
      outcome: 'blocked',
      code: 'BLOCKED_READ_ONLY',
      ms: 0.1,
      user: 'ada'
    })
    const [ok, blocked] = lines()
    const { replica, ...facts } = ok?.['audit'] as Record<string, unknown>
    assert.match(String(replica), /\/[0-9a-f]{8}$/)
    assert.deepEqual(facts, {
      kind: 'call',
      system: 'default',
      tool: 'ERPRead',
      operation: 'read',
      outcome: 'ok',
      ms: 12.3,
      user: 'ada',
      object: 'CLAS ZCL_X',
      requestId: 'r1'
    })
    assert.deepEqual([ok?.['level'], blocked?.['level']], [30, 40])
  })
})

describe('an audit in the log', () => {
  test('is there whatever level the log has, but for a silent one', () => {
    for (const [logLevel, expected] of [
      ['debug', 1],
      ['error', 1],
      ['fatal', 1],
      ['silent', 0]
    ] as const) {
      const { stream, lines } = capture()
      createAudit({ log: createLog({ logLevel }, stream), level: 'changes' }).observe({
        system: 'default',
        tool: 'ERPWrite',
        operation: 'update',
        outcome: 'ok',
        changes: true,
        ms: 1,
        user: 'ada'
      })
      assert.equal(lines().length, expected, logLevel)
    }
  })

  test('stops what it must record while the log cannot be written, and goes on afterwards', () => {
    let full = false
    const sink = {
      failure: undefined as Error | undefined,
      write() {
        sink.failure = full ? new Error('ENOSPC') : undefined
      }
    }
    const log = createLog({ logLevel: 'info' }, sink)
    const audit = createAudit({ log, level: 'changes' })
    const wanted = { tool: 'ERPWrite', changes: true }
    audit.assertReady(wanted)
    full = true
    audit.observe({
      system: 'default',
      tool: 'ERPWrite',
      operation: 'update',
      outcome: 'ok',
      changes: true,
      ms: 1,
      user: 'ada'
    })
    assert.throws(() => {
      audit.assertReady(wanted)
    }, /the log, which takes the audit, cannot be written/)
    audit.assertReady({ tool: 'ERPRead' })
    full = false
    audit.assertReady(wanted)
  })

  test(
    'a log that takes no line fells no call',
    { skip: existsSync('/dev/full') ? false : 'no /dev/full here' },
    async () => {
      const code = `import { createLog } from ${JSON.stringify(import.meta.resolve('../../log.ts'))}
      const log = createLog({ logLevel: 'info' })
      log.info('one'); log.info('two')
      process.stdout.write(String(log.failure()?.code))`
      const { stdout } = await promisify(execFile)('/bin/sh', [
        '-c',
        '"$0" --input-type=module -e "$1" 2>/dev/full',
        process.execPath,
        code
      ])
      assert.equal(stdout, 'ENOSPC')
    }
  )
})

describe('log', () => {
  test('secrets are blotted out wherever the bridge or its server could put them', () => {
    const { stream, text } = capture()
    const log = createLog({ logLevel: 'trace' }, stream)
    const { config } = loadConfig(
      [
        '--url',
        'http://e:1',
        '--user',
        'U',
        '--password',
        'sesame',
        '--api-key',
        'open-key',
        '--transport',
        'http-streamable'
      ],
      {}
    )
    log.info({ config }, 'x')
    log.info(config, 'x')
    log.info(
      {
        headers: { authorization: 'Bearer token-1', cookie: 'c=token-2' },
        req: { headers: { authorization: 'Bearer token-3' } }
      },
      'x'
    )
    assert.doesNotMatch(text(), /sesame|open-key|token-\d/)
  })
})
