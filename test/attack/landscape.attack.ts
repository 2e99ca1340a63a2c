/** 60,000 requests of 20 callers at five systems: the whole of `test/landscape/interleaved.test.ts`. */
process.env.ATTACK = 'all'
await import('../landscape/interleaved.test.ts')
