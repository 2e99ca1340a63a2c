/** Kills of a run that changes: the whole of `test/commands/verify/kills.test.ts`. */
process.env.ATTACK = 'all'
await import('../commands/verify/kills.test.ts')
