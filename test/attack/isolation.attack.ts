/** 20 users with 500 requests each: the whole of `test/erp-client/http/isolation.test.ts`. */
process.env.ATTACK = 'all'
await import('../erp-client/http/isolation.test.ts')
