/**
 * JavaScript in the realm of a child, with every other layer switched off: no screen, no
 * inspection, no permission model.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadKernel } from '../../kernel/index.ts'
import { createPrograms } from '../../runtime/programs.ts'
import { createTranspiler } from '../../runtime/transpiler.ts'

export interface Realm {
  /** Runs the code with `say(text)`; gives what it said and what the process reported. */
  run(
    code: string
  ): Promise<{ readonly said: string; readonly events: string; readonly exit: number | null }>
  close(): Promise<void>
}

/** @param folder for the program's files; the caller removes it */
export async function createRealm(folder: string): Promise<Realm> {
  const transpiler = createTranspiler(loadKernel())
  const library = await createPrograms(folder, transpiler).library()
  return {
    async run(code) {
      const own = mkdtempSync(join(folder, 'realm-'))
      const module = join(own, 'm0.mjs')
      writeFileSync(
        module,
        `let said = ''; const say = text => { said += text + '\\n'; };
class zcl_probe {
  async constructor_() { return this; }
  async if_oo_adt_classrun$main() { try { ${code} } catch (error) { say('threw ' + error); } abap.sandbox.write(said); }
}
abap.Classes['ZCL_PROBE'] = zcl_probe;`
      )
      const job = join(own, 'job.json')
      writeFileSync(
        job,
        JSON.stringify({
          library: library.url,
          realm: library.realm,
          modules: [{ id: 'zcl_probe.clas', url: pathToFileURL(module).href, object: 'ZCL_PROBE' }],
          constructors: [],
          outputBytes: 1_000_000,
          changes: join(own, 'rows.changes'),
          counters: { count: 0, file: join(own, 'counts') },
          task: { kind: 'console', key: 'ZCL_PROBE' },
          broken: [],
          outside: { classes: [], functions: [], programs: [], namespaces: [] }
        })
      )
      const child = spawn(
        process.execPath,
        ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', library.main, job],
        {
          stdio: ['ignore', 'ignore', 'inherit', 'pipe']
        }
      )
      let events = ''
      child.stdio[3]?.on('data', (part: Buffer) => {
        events += String(part)
      })
      const [exit] = (await once(child, 'close')) as [number | null]
      const output = events
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as { event: string; text?: string })
      return { said: output.find(({ event }) => event === 'output')?.text ?? '', events, exit }
    },
    async close() {
      await transpiler.close()
    }
  }
}

/**
 * Walks everything that can be reached from the given values: members, accessors, prototypes. What
 * does not descend from this realm's own Object, or is named like something of the process, is
 * said.
 */
export const WALK = `
const own = { get: Object.getOwnPropertyDescriptor, keys: Reflect.ownKeys, proto: Object.getPrototypeOf, root: Object.prototype, Function };
const SUSPECTS = new Set(['process', 'require', 'Socket', 'Worker', 'Module', 'binding', 'internalBinding', 'DatabaseSync', 'StatementSync']);
const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function';
const rootOf = value => { let at = value; for (let next = own.proto(at); next !== null; next = own.proto(at)) at = next; return at; };
const foreign = value => { try { const root = rootOf(value); return root !== own.root && root !== value; } catch { return false; } };
const seen = new Set();
const found = [];
const walk = (value, path) => {
  const queue = [[value, path]];
  while (queue.length > 0) {
    const [at, name] = queue.pop();
    if (!isObject(at) || seen.has(at)) continue;
    seen.add(at);
    if (foreign(at)) { found.push(name + ' is foreign'); continue; }
    let keys;
    try { keys = own.keys(at); queue.push([own.proto(at), name + '.__proto__']); } catch { continue; }
    for (const key of keys) {
      let property;
      try { property = own.get(at, key); } catch { continue; }
      if (property === undefined) continue;
      const inner = name + '.' + String(key);
      if (SUSPECTS.has(String(key))) found.push(inner + ' is named so');
      for (const each of [property.value, property.get, property.set]) if (isObject(each)) queue.push([each, inner]);
      if (property.get !== undefined) { try { queue.push([at[key], inner]); } catch (error) { queue.push([error, inner + ' throws']); } }
    }
  }
};
`
