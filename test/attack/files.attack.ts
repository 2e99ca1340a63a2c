/** Packages as files: kills in every changing request of a push, a pull of a thousand unchanged objects. */
process.env.ATTACK = 'all'
await import('../tools/files/push-attacks.test.ts')
await import('../tools/files/unchanged.test.ts')
