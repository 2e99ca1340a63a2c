/** Faults at every request, ABAP sources: the whole of `test/tools/write/faults/sources.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/write/faults/sources.test.ts')
