/** Every hostile program: the whole of `sandbox/test/runtime/escape.test.ts`. */
process.env.ATTACK = 'all'
await import('../../sandbox/test/runtime/escape.test.ts')
