/** Faults at every request of creations and changes: the whole of `test/tools/write/faults`. */
process.env.ATTACK = 'all'
await import('../tools/write/faults/faults.test.ts')
