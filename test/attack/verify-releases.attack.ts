/** `verify` on all releases: the whole of `test/commands/verify/releases.test.ts`. */
process.env.ATTACK = 'all'
await import('../commands/verify/releases.test.ts')
