/** Answers the DevTools protocol on two pipes as its first argument says; a browser of tests. */
import { createReadStream, writeFileSync, writeSync } from 'node:fs'

const [, , mode, cookies, facts] = process.argv
writeFileSync(facts, JSON.stringify({ args: process.argv.slice(5), env: Object.keys(process.env) }))
const send = message => writeSync(4, `${JSON.stringify(message)}\0`)
const results = {
  'Target.getTargets': () => ({
    targetInfos:
      mode === 'windowless' || (mode === 'closed' && asked++ > 0)
        ? []
        : [{ type: 'page', url: 'https://idp.example/' }]
  }),
  'Storage.getCookies': () => ({ cookies: JSON.parse(cookies) })
}
let asked = 0
let rest = ''
if (mode === 'ends') process.exit(21)
if (mode === 'garbage') writeSync(4, 'no JSON\0[]\0null\0{"id":"x"}\0{"id":99}\0')
if (mode === 'flood') {
  const much = 'x'.repeat(65_536)
  try {
    for (;;) writeSync(4, much)
  } catch {
    process.exit(0)
  }
}
// It stays even where it is asked to end.
if (mode === 'hangs') setInterval(() => {}, 1000)
createReadStream('', { fd: 3 })
  .on('data', chunk => {
    const parts = (rest + String(chunk)).split('\0')
    rest = parts.pop() ?? ''
    for (const { id, method } of parts.map(part => JSON.parse(part))) {
      if (mode === 'hangs') continue
      if (mode === 'refuses') send({ id, error: { message: 'canary-refusal' } })
      else send({ id, result: results[method]?.() ?? {} })
      if (method === 'Browser.close') process.exit(0)
    }
  })
  .on('end', () => {
    if (mode !== 'hangs') process.exit(0)
  })
