/** Every hostile program for the runtime: the whole of `sandbox/test/runtime/hostile.test.ts`. */
process.env.ATTACK = 'all'
await import('../../sandbox/test/runtime/hostile.test.ts')
