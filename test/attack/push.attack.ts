/** Kills of the bridge in every changing request of a push: the whole of `push-attacks.test.ts`. */
process.env.ATTACK = 'all'
await import('../tools/files/push-attacks.test.ts')
