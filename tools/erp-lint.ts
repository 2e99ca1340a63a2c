/** ERPLint: findings, corrections and formatting, without saving. */
import { action, defineActions } from './define.ts'
import { checkSource } from './lint/check.ts'
import { fixSource } from './lint/fix.ts'
import { formatObject } from './lint/format.ts'
import * as input from './lint/inputs.ts'
import { listRules } from './lint/rules.ts'

export const erpLint = defineActions({
  name: 'ERPLint',
  title: 'Lint and format ABAP',
  description:
    'Rules of abaplint for style, performance and security. check: findings with line and rule. fix: the corrected text. format: by the ERP\'s pretty printer. Saves nothing; ERPWrite does. Example: {"action":"check","name":"ZCL_ORDER","since":"active"}',
  scope: 'read',
  actions: {
    check: action({
      compact: true,
      operation: 'read',
      input: input.check,
      run: async (args, context) => await checkSource(context, args)
    }),
    fix: action({
      compact: true,
      operation: 'read',
      input: input.fix,
      run: async (args, context) => await fixSource(context, args)
    }),
    format: action({
      compact: true,
      operation: 'read',
      input: input.format,
      run: async (args, context) => await formatObject(context, args)
    }),
    rules: action({
      compact: true,
      operation: 'read',
      input: input.rules,
      run: async (args, context) => await listRules(context, args)
    })
  }
})
