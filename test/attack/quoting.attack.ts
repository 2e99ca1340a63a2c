/** Every text in every place: the whole of `sandbox/test/runtime/quoting.test.ts`. */
process.env.ATTACK = 'all'
await import('../../sandbox/test/runtime/quoting.test.ts')
