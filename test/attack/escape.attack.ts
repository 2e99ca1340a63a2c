/** Every hostile program: the whole of `test/sandbox/runtime/escape.test.ts`. */
process.env.ATTACK = 'all'
await import('../sandbox/runtime/escape.test.ts')
