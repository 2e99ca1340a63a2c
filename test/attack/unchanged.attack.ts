/** A pull of a thousand unchanged objects: the whole of `unchanged.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/files/unchanged.test.ts')
