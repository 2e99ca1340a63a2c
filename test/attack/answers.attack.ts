/** Every action on every wrong or hostile answer: the whole of `test/tools/call/hostile-answers.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/call/hostile-answers.test.ts')
