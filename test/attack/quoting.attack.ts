/** Every text in every place: the whole of `test/sandbox/runtime/quoting.test.ts`. */
process.env.ATTACK = 'all'
await import('../sandbox/runtime/quoting.test.ts')
