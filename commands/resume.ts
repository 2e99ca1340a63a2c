/** `erp-bridge resume`: ends halts. */
export { runResume as run } from './halt.ts'
