/**
 * Code of a program stands in a function of its own: `await` is allowed, and there is no module
 * scope to import into.
 */
export const HEAD = '(async function () {"use strict";'
export const TAIL = '\n})'
