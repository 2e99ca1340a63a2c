/** Every strange redirect URI: the whole of `test/routes/hostile-redirects.test.ts`. */
process.env.ATTACK = 'all'
await import('../routes/hostile-redirects.test.ts')
