/** 200 changes and undos in random order, and 60 kills: all of both. */
process.env.ATTACK = 'all'
await import('../tools/journal/undo-model.test.ts')
await import('../tools/journal/undo-kills.test.ts')
