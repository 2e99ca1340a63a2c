/** Bends of a system: the whole of `test/commands/verify/bends.test.ts`. */
process.env.ATTACK = 'all'
await import('../commands/verify/bends.test.ts')
