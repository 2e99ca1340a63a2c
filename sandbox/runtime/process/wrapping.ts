/**
 * Code of a program stands in a function of its own: `await` is allowed, and there is no module
 * scope to import into.
 */
export const HEAD = '(async function () {"use strict";'
export const TAIL = '\n})'

/** What the name of a script is followed by in that of the file with its compiled code. */
export const COMPILED = '.compiled'
