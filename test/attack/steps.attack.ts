/** Kills at every step of a change: the whole of `test/tools/call/kills.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/call/kills.test.ts')
