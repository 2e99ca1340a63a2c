/** Faults at every request, other types: the whole of `test/tools/write/faults/others.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/write/faults/others.test.ts')
