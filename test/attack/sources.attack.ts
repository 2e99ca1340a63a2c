/** Every hostile source for the engine: the whole of `sandbox/test/engine/hostile.test.ts`. */
process.env.ATTACK = 'all'
await import('../../sandbox/test/engine/hostile.test.ts')
