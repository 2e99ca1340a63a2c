/** The status page in a real browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { call, post } from '../helpers/bridge-app.ts'
import { freePort, startBridge } from '../helpers/process.ts'

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
