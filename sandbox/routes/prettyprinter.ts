import { invalidData, notImplemented } from '../http/errors.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { limits } from '../not-implemented.ts'
import { declare, document, element } from '../http/xml.ts'

const styles = new Set(['toLower', 'toUpper', 'keywordUpper', 'keywordLower', 'keywordAuto', 'none'])
const settingsTypes = ['v2', 'v3', 'v4', 'v5'].map(version => `application/vnd.sap.adt.ppsettings.${version}+xml`)

/** Anything that gives the engine a file name: the formatter looks at the statements, not at the object. */
const anyProgram = 'zformat.prog.abap'

function fileName (source: string): string {
  const [, kind = '', name = ''] = /^\s*(CLASS|INTERFACE)\s+([\w/]+)/im.exec(source.replace(/^\*.*$/gm, '')) ?? []
  if (name === '') return anyProgram
  return `${name.toLowerCase().replaceAll('/', '#')}.${kind.toUpperCase() === 'CLASS' ? 'clas' : 'intf'}.abap`
}

async function format (request: Request): Promise<Answer> {
  const text = request.text()
  const { indentation, style } = request.system.formatting
  if (!indentation && style === 'none') return { type: 'text/plain; charset=utf-8', body: text }
  return { type: 'text/plain; charset=utf-8', body: await request.system.engine.format({ file: fileName(text), text }) }
}

function settings ({ system }: Request): Answer {
  const { indentation, style } = system.formatting
  return { body: document(element('abapformatter:PrettyPrinterSettings', { ...declare('abapformatter'), 'abapformatter:indentation': indentation, 'abapformatter:style': style })) }
}

/** The formatter indents and writes keywords in upper case, or does nothing; it knows no other style. */
function change (request: Request): Answer {
  const { indentation = 'true', style = '' } = request.xml().attributes
  if (!styles.has(style)) throw invalidData(`The style ${style} is not one of ${[...styles].join(', ')}`)
  const indents = indentation !== 'false'
  if (indents !== (style === 'keywordUpper') || (!indents && style !== 'none')) {
    throw notImplemented(limits.formatterStyle)
  }
  request.system.formatting = { indentation: indents, style }
  return {}
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/abapsource/prettyprinter',
    produces: ['text/plain'],
    collection: { workspace: 'ABAP Source', title: 'Pretty Printer', category: ['abapsource', 'prettyprinter'], accept: ['text/plain'] },
    handler: format
  },
  {
    method: 'GET',
    path: '/abapsource/prettyprinter/settings',
    produces: [...settingsTypes, 'application/xml'],
    collection: { workspace: 'ABAP Source', title: 'Pretty Printer Settings', category: ['abapsource', 'prettyprinter/settings'], accept: settingsTypes },
    handler: settings
  },
  { method: 'PUT', path: '/abapsource/prettyprinter/settings', accepts: settingsTypes, handler: change }
]
