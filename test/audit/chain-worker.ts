/** A writer of the audit in a process of its own, which writes until it is killed. */
import { call, writerOf } from './chain-fixture.ts'

const [file = '', size = '1'] = process.argv.slice(2)
const writer = writerOf(file)
writer.append({ kind: 'intent', intent: 'AAAAAAAAAAAA', tool: 'ERPWrite', object: 'PROG ZKILLED' })
process.stdout.write('ready\n')
for (;;) writer.append(call('Z'.repeat(Number(size))))
