/** Thousands of calls of many agents at once: the whole of `test/tools/call/agents.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/call/agents.test.ts')
