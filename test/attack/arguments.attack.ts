/** Every hostile value in every argument: the whole of `test/tools/call/hostile-arguments.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/call/hostile-arguments.test.ts')
