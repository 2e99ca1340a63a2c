/** Rename and signature change over 500 classes: `test/tools/refactor/generated.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/refactor/generated.test.ts')
