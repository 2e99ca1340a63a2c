'use strict'
// Read by whatever Node.js starts `npm start`: it must parse on very old versions.
const parts = process.versions.node.split('.')
const major = Number(parts[0])
const minor = Number(parts[1])
if (major < 22 || (major === 22 && minor < 19)) {
  console.error('erp-bridge needs Node.js 22.19 or newer; this is ' + process.version + '.')
  console.error(
    'Remedy: run `npm install` in this folder (it brings Node.js 24 as an optional package, unless optional'
  )
  console.error(
    'packages are switched off), then start again with `npm start`; or install Node.js 24 yourself.'
  )
  process.exit(1)
}
