/** The status page in a real browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { call, post } from '../helpers/bridge-app.ts'
import { freePort, startBridge } from '../helpers/process.ts'
import { openWaitingChanges, place, secretOf } from '../routes/waiting-changes.ts'

const KEY = 'status-page-test-key-SECRET'
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** Whether the texts of neighbouring cells are apart, in each table of figures. */
const closestCells = `[...document.querySelectorAll('.sums td + td, .sums th + th')].every(cell => {
  const boxOf = node => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }
  return boxOf(cell).left - boxOf(cell.previousElementSibling).right >= 6
})`

test(
  'people see what runs, copy an entry, and watch the figures',
  { timeout: 240_000 },
  async t => {
    const port = await freePort()
    const bridge = await startBridge([
      '--api-key',
      KEY,
      '--read-only',
      '--block-free-sql',
      '--admin-addr',
      `127.0.0.1:${port}`
    ])
    t.after(() => bridge.stop())
    const mcp = new URL(`${bridge.url}/mcp`)
    const ask = async () =>
      await post(mcp, call('ERPRead', { type: 'SYSTEM' }), { authorization: `Bearer ${KEY}` })
    assert.equal((await ask()).status, 200)

    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
    t.after(() => browser.close())
    const context = await browser.newContext({ viewport: { width: 1200, height: 1500 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: `http://127.0.0.1:${port}`
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', error => {
      faults.push(error.message)
    })
    const foreign: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).host !== `127.0.0.1:${port}`) foreign.push(request.url())
    })
    await page.goto(`http://127.0.0.1:${port}/`)

    const text = await page.locator('body').innerText()
    for (const word of [
      'erp-bridge is running',
      'built-in sandbox',
      'read-only',
      'no free SQL',
      mcp.href,
      'ERPRead',
      'announces /sap/bc/adt',
      '.vscode/mcp.json'
    ]) {
      assert.ok(text.includes(word), `${word} in ${text}`)
    }
    assert.ok(!(await page.content()).includes('SECRET'))

    const entry = page.locator('.entry').first()
    await entry.getByRole('button', { name: 'Copy' }).click()
    await entry.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      await entry.locator('pre').innerText()
    )

    const calls = page.locator('.tile', { hasText: 'Tool calls' }).locator('b')
    assert.equal(await calls.innerText(), '1')
    await ask()
    await page
      .locator('.tile', { hasText: 'Tool calls' })
      .locator('b', { hasText: '2' })
      .waitFor({ timeout: 60_000 })
    const wide = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
    assert.equal(wide, true, 'nothing sticks out')
    await page.setViewportSize({ width: 400, height: 800 })
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      true,
      'nor on a phone'
    )
    assert.equal(await page.evaluate(closestCells), true, 'and no figure runs into the next one')
    const { ERP_BRIDGE_SCREENSHOT: file } = process.env
    if (file !== undefined) {
      await page.setViewportSize({ width: 1200, height: 900 })
      await page.screenshot({ path: file, fullPage: true })
    }
    assert.deepEqual([faults, foreign], [[], []])
  }
)

/** What a hostile requester puts into a change, so that the approver's browser runs it or shows less. */
const hostile = [
  '</pre></script><script>document.title = "run"</script>',
  '<img src=x onerror="document.title = 1">',
  '<form action=/approvals/items><button id=approve>Approve</button></form>',
  '\u202e+ WRITE 1.'
].join('\n')

test(
  'an approver decides in the browser about exactly what is shown',
  { timeout: 240_000 },
  async t => {
    const changes = await openWaitingChanges({
      gate: { scopes: [], approve: true },
      rita: { owner: 'rita', scopes: ['admin'] }
    })
    t.after(() => changes.close())
    const { url } = await changes.bridge(t)
    const item = await changes.waiting({ shown: hostile, objects: ['PROG <b>ZA</b>'] })
    const other = await changes.waiting()
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
    t.after(() => browser.close())
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', error => {
      faults.push(error.message)
    })
    const sent: string[] = []
    page.on('request', request => {
      sent.push(
        `${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`
      )
    })
    await page.goto(new URL('/approvals', url).href)
    const logOn = async (key: string) => {
      await page.getByLabel('Key or token').fill(secretOf(key))
      await page.getByRole('button', { name: 'Show' }).click()
    }
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('#state', { hasText: /token|authoriz/i }).waitFor()
    await logOn('rita')
    await page.getByRole('button', { name: item.id }).click()
    await page.locator('#facts', { hasText: item.digest }).waitFor()
    assert.equal(await page.locator('#shown').innerText(), hostile)
    assert.equal(await page.locator('#shown *').count(), 0, 'a text makes no element')
    await page.locator('#decide').getByRole('button', { name: 'Approve' }).click()
    await page.locator('#state', { hasText: 'the same person' }).waitFor()
    assert.equal((await changes.journal.approvals.read(place, item.id))?.state, 'waiting')

    await logOn('gate')
    await page.getByRole('button', { name: item.id }).click()
    await page.locator('#facts', { hasText: item.digest }).waitFor()
    await page.locator('#decide').getByRole('button', { name: 'Approve' }).click()
    await page.locator('#state', { hasText: `${item.id} is approved` }).waitFor()
    await page.getByRole('button', { name: other.id }).click()
    await page.locator('#facts', { hasText: other.digest }).waitFor()
    await page.getByLabel('Reason').fill('still used')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.locator('#state', { hasText: `${other.id} is rejected` }).waitFor()
    const read = async (id: string) => await changes.journal.approvals.read(place, id)
    assert.deepEqual(
      [await read(item.id), await read(other.id)].map(found => [
        found?.state,
        found?.decision?.by.identity,
        found?.decision?.reason
      ]),
      [
        ['approved', 'key gate', undefined],
        ['rejected', 'key gate', 'still used']
      ]
    )
    const decisions = sent.filter(line => line.startsWith('POST'))
    assert.equal(decisions.length, 3)
    assert.ok(decisions[1]?.includes(`"digest":"${item.digest}"`), decisions[1])
    assert.deepEqual([await page.title(), faults], ['erp-bridge: approvals', []])
    const kept =
      'JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href])'
    assert.ok(!String(await page.evaluate(kept)).includes('secret-of'))
  }
)
