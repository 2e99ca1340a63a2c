/** Kills of the sandbox under load: the whole of `test/sandbox/kill.test.ts`. */
process.env.ATTACK = 'all'
await import('../sandbox/kill.test.ts')
