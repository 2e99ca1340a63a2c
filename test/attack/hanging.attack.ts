/** Every text that may stall: the whole of `test/tools/call/hanging.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/call/hanging.test.ts')
