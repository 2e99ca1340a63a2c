'use strict'
// `npm start` enters here: the check parses on any Node.js, the rest needs a new one.
require('./check.cjs')
require('./enter.cjs')
