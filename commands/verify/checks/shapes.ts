/** Shapes of answers that several operations share. */
import type { AnswerShape } from '../check.ts'

export const statuses = { read: [200], created: [200, 201] } as const

/** An Atom feed, which may have no entry. */
export const feed = { root: ['feed'], mayBeEmpty: true } as const satisfies AnswerShape

export const text = { type: /^text\/plain$/ } as const satisfies AnswerShape

/** The document of an object. */
export const metadata = {
  type: /^application\/.*xml$/,
  root: [
    'abapClass',
    'abapInterface',
    'abapProgram',
    'abapInclude',
    'abapFunctionGroup',
    'group',
    'messageClass',
    'package',
    'domain',
    'dataElement',
    'blueSource',
    'wbobj',
    'ddlSource',
    'dcl',
    'ddlxSource'
  ],
  has: ['@name']
} as const satisfies AnswerShape

/** ABAP XML. */
export const asx = { root: ['abap'], has: ['values/DATA'] } as const satisfies AnswerShape
