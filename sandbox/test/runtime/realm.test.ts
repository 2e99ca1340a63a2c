/**
 * The realm alone: JavaScript in it reaches no object of the process, and nothing of the process
 * runs it unawares.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createRealm, WALK, type Realm } from './realm-support.ts'
import { temporaryFolder } from './support.ts'

const folder = temporaryFolder()
const connections: string[] = []
const servers = [
  createServer(socket => {
    connections.push('tcp')
    socket.destroy()
  }),
  createServer(socket => {
    connections.push('unix')
    socket.destroy()
  })
]
let realm: Realm
let port = 0

before(async () => {
  realm = await createRealm(folder)
  const [tcp, unix] = servers
  await Promise.all([
    new Promise<void>(resolve => {
      tcp?.listen(0, '127.0.0.1', resolve)
    }),
    new Promise<void>(resolve => {
      unix?.listen(join(folder, 's'), resolve)
    })
  ])
  port = (tcp?.address() as AddressInfo).port
})
after(async () => {
  for (const server of servers) server.close()
  await realm.close()
})

describe('what can be reached in the realm', () => {
  test('the traversal finds a foreign object, and one with the same name', async () => {
    const { said } = await realm.run(`${WALK}
      const alien = Object.create(null); alien.x = 1; const outsider = Object.create(alien); globalThis.planted = { outsider, process: 1 };
      walk(globalThis, 'globalThis'); say(found.sort().join('; ') + ' ' + (seen.size > 2000));`)
    assert.equal(
      said.trim(),
      'globalThis.planted.outsider is foreign; globalThis.planted.process is named so true'
    )
  })

  test('from its globals: nothing of the process', async () => {
    const { said } = await realm.run(
      `${WALK} walk(globalThis, 'globalThis'); walk(this, 'this'); walk(abap, 'abap'); say(found.join('; ') + '|' + seen.size);`
    )
    const [found, count] = said.trim().split('|')
    assert.equal(found, '')
    assert.ok(Number(count) > 2000, count)
  })

  test('from errors, rejections, stacks and iterators: nothing of the process', async () => {
    const { said } = await realm.run(`${WALK}
      const tries = [
        () => import('node:net'), () => import('node:fs').catch(error => error), () => import('data:text/javascript,1'), () => { null.x; },
        () => { const f = () => f(); f(); }, () => new Array(-1), () => 'x'.repeat(2 ** 30), () => eval('1'), () => Function('1')(),
        () => (async () => {}).constructor('1'), () => abap.sandbox.select({ sql: 'no SQL', values: [] }),
        () => abap.sandbox.change({ change: 'insert', table: 'x', row: {} }), () => abap.sandbox.write({ toString () { throw this; } }),
        () => abap.sandbox.unsupported('x'), () => abap.sandbox.fail({ title: 'x' }), () => abap.sandbox.skip({ title: 'x' }),
        () => abap.sandbox.openCursor({ sql: 'SELECT', values: [] }), () => abap.context.databaseConnections.DEFAULT.execute('x'),
        () => abap.context.databaseConnections.DEFAULT.commit(), () => setTimeout(() => {}, 1), () => setTimeout(null, {}), () => setTimeout(() => {}, 1n),
        () => Buffer.from('x', 'nope'), () => Buffer.from({}), () => Buffer.from('x').toString('nope'), () => Buffer.byteLength({}), () => Buffer.allocUnsafe(-1),
        () => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from([255])), () => new TextEncoder().encode(Symbol()),
        () => crypto.getRandomValues({ length: 1 }), () => crypto.randomUUID(), () => performance.now(), () => console.log(1),
        () => new Intl.DateTimeFormat(), () => new Proxy({}, {}), () => Reflect.ownKeys(globalThis), () => Error.captureStackTrace({}),
        () => { Error.prepareStackTrace = (error, sites) => sites; return new Error('x').stack; },
        () => { globalThis.Error = { prepareStackTrace: (error, sites) => sites }; try { null.x; } catch (error) { return error.stack; } }
      ];
      for (const [index, each] of tries.entries()) {
        try { const result = each(); walk(result, 'result ' + index); walk(await result, 'awaited ' + index); } catch (error) { walk(error, 'error ' + index); walk([error?.stack], 'stack ' + index); }
      }
      say(found.join('; ') + '|' + seen.size);`)
    assert.match(said, /^\|\d{3,}/)
  })

  test('a function that the process calls gets neither `this` nor an argument', async () => {
    const { said } = await realm.run(`${WALK}
      await new Promise(resolve => { setTimeout(function (...input) { walk(this, 'this'); walk(input, 'input'); say('called ' + input.length); resolve(); }, 1); });
      say(found.join('; '));`)
    assert.equal(said.trim(), 'called 0')
  })

  test('replaced built-in functions receive no object of the process', async () => {
    const { said, events } = await realm.run(
      `${WALK}
      const builtins = [Array, Object, Function, String, Number, Promise, Map, Set, JSON, Reflect, RegExp, Symbol, Error, Uint8Array, Date, Math, Iterator, WeakMap, Boolean, BigInt, Proxy, DataView, ArrayBuffer];
      const met = [];
      let depth = 0;
      for (const builtin of builtins) for (const holder of [builtin, builtin.prototype]) {
        if (holder === undefined) continue;
        for (const key of own.keys(holder)) {
          const property = own.get(holder, key);
          if (typeof property?.value !== 'function' || !property.writable || key === 'constructor') continue;
          const original = property.value;
          const name = String(key);
          holder[key] = function () {
            if (depth === 0) { depth++; try { if (isObject(this) && foreign(this)) met[met.length] = name + ' this'; for (let i = 0; i < arguments.length; i++) if (isObject(arguments[i]) && foreign(arguments[i])) met[met.length] = name + ' ' + i; } finally { depth--; } }
            return new.target === undefined ? own_apply(original, this, arguments) : original;
          };
        }
      }
      for (const each of [() => abap.sandbox.write('x'), () => abap.context.databaseConnections.DEFAULT.commit(), () => import('x'), () => Buffer.from('ff', 'hex').toString('utf16le'), () => crypto.randomUUID(), () => abap.sandbox.select({ sql: 'SELECT x', values: [] })]) { try { await each(); } catch {} }
      globalThis.met = met;
      say(met.length === 0 ? 'met none' : met[0] + ' and more');`.replace(
        `${WALK}`,
        `${WALK} const own_apply = Reflect.apply;`
      )
    )
    assert.match(said + events, /met none/)
    assert.doesNotMatch(said + events, /and more/)
  })
})

describe('what JavaScript in the realm can do', () => {
  const attempts: Readonly<Record<string, string>> = {
    "the console's streams": 'new console._stderr.constructor().connect(PORT, "127.0.0.1")',
    'the constructor of a constructor':
      'console.log.constructor("return process")().binding("tcp_wrap")',
    'the error of an import':
      'await import("node:net").catch(error => error.constructor.constructor("return process")())',
    'an import': '(await import("node:net")).connect(PORT)',
    'an import of code':
      'await import("data:text/javascript,import%20net%20from%20%27node:net%27;net.connect(PORT)")',
    'an import after replacing Set.prototype.has':
      'Set.prototype.has = () => true; (await import("node:net")).connect(PORT)',
    'a worker': 'new Worker("1", { eval: true })',
    'process.binding': 'process.binding("spawn_sync")',
    'a getter of the global': 'Object.getOwnPropertyDescriptor(globalThis, "process").get()',
    fetch: 'await fetch("http://127.0.0.1:PORT")',
    'a UNIX socket': '(await import("node:net")).connect("SOCKET")',
    'the main module': 'process.mainModule.require("net").connect(PORT)',
    require: 'require("net").connect(PORT)',
    "the host's function in a timer":
      'setTimeout(function () { this.constructor.constructor("return process")().exit(7); }, 1); await new Promise(r => setTimeout(r, 20))',
    'then of a promise':
      'Promise.prototype.then = function (a, b) { try { a.constructor("return process")().exit(7); } catch {} }; ',
    'an inspected rejection':
      'Promise.reject({ [Symbol.for("nodejs.util.inspect.custom")] (depth, options, inspect) { inspect.constructor("return process")().exit(7); } })',
    'an inspected exception':
      'setTimeout(() => { throw { [Symbol.for("nodejs.util.inspect.custom")] (depth, options, inspect) { inspect.constructor("return process")().exit(7); } } }, 1); await new Promise(r => setTimeout(r, 50))',
    'a thenable': 'return { then (resolve) { resolve.constructor("return process")().exit(7); } }',
    'call sites':
      'Error.prepareStackTrace = (e, sites) => sites.map(s => s.getFunction()?.constructor("return process")().exit(7)); new Error().stack',
    WebAssembly: 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))',
    Function: 'Function("return process")().exit(7)',
    eval: '(0, eval)("process").exit(7)',
    ATTACH: 'abap.context.databaseConnections.DEFAULT.execute("ATTACH \'FILE\' AS x")',
    'ATTACH as a query': 'await abap.sandbox.select({ sql: "ATTACH \'FILE\' AS x", values: [] })',
    VACUUM:
      'await abap.sandbox.change({ change: "delete", table: "x\\"; VACUUM INTO \'FILE\'", sql: "", values: [] })',
    'a shared buffer': 'new SharedArrayBuffer(8)'
  }

  for (const [title, attempt] of Object.entries(attempts)) {
    test(title, async () => {
      const code = attempt
        .replaceAll('PORT', String(port))
        .replaceAll('SOCKET', join(folder, 's'))
        .replaceAll('FILE', join(folder, 'written'))
      const { exit } = await realm.run(`${code}; say('done');`)
      assert.notEqual(exit, 7)
      assert.deepEqual(connections, [])
    })
  }
})
