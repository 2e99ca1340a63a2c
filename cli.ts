#!/usr/bin/env node
/**
 * The bin: refuses a Node.js that is too old in plain words, before it loads a module that such a
 * Node.js cannot link.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `erp-bridge needs Node.js 22.19 or newer; this is ${process.version} (${process.execPath}).\n` +
      'Remedy: install Node.js 24 and start again. In a checkout, `npm install` and `npm start`\n' +
      'bring a Node.js of their own.\n'
  )
  process.exit(1)
}
await import('./main.ts')

export {}
