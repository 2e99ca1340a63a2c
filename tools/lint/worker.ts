import { parentPort, workerData } from 'node:worker_threads'
import { runLint } from './engine.ts'
import type { LintJob } from './job.ts'

// One job a thread: it is ended with all it holds as soon as nobody waits for it any more.
parentPort?.postMessage(runLint(workerData as LintJob))
