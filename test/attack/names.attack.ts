/** Every hostile name in every place: the whole of `test/tools/names.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/objects/names.test.ts')
