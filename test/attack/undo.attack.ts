/** 200 changes and undos in random order, 300 kills, and every type at each release: all of them. */
process.env.ATTACK = 'all'
await import('../tools/journal/undo-model.test.ts')
await import('../tools/journal/undo-kills.test.ts')
await import('../tools/journal/undo-types.test.ts')
