/** 60,000 requests with exchanged tokens: the whole of `test/plugins/erp/exchange.test.ts`. */
process.env.ATTACK = 'all'
await import('../plugins/erp/exchange.test.ts')
