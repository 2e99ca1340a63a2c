/** Routes of the source formatter and its settings. */
import { invalidData, notImplemented } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { limits } from '../../not-implemented.ts'
import { declare, document, element } from '../../http/xml.ts'

const styles = new Set([
  'toLower',
  'toUpper',
  'keywordUpper',
  'keywordLower',
  'keywordAuto',
  'none'
])
/** Settings of the formatter; it changes the case of keywords only. */
const keywords: Readonly<Record<string, 'upper' | 'lower' | 'keep'>> = {
  keywordUpper: 'upper',
  keywordLower: 'lower',
  keywordAuto: 'keep',
  none: 'keep'
}
const settingsTypes = ['v2', 'v3', 'v4', 'v5'].map(
  version => `application/vnd.sap.adt.ppsettings.${version}+xml`
)

/** A file name for the engine, of any object: the formatter reads the statements only. */
const anyProgram = 'zformat.prog.abap'

function fileName(source: string): string {
  const [, kind = '', name = ''] =
    /^\s*(CLASS|INTERFACE)\s+([\w/]+)/im.exec(source.replace(/^\*.*$/gm, '')) ?? []
  if (name === '') return anyProgram
  return `${name.toLowerCase().replaceAll('/', '#')}.${kind.toUpperCase() === 'CLASS' ? 'clas' : 'intf'}.abap`
}

async function format(request: Request): Promise<Answer> {
  const text = request.text()
  const { indentation, style } = request.system.formatting
  const options = { keywords: keywords[style] ?? 'keep', indent: indentation }
  return {
    type: 'text/plain; charset=utf-8',
    body: await request.system.engine.format({ file: fileName(text), text, ...options })
  }
}

function settings({ system }: Request): Answer {
  const { indentation, style } = system.formatting
  return {
    body: document(
      element('abapformatter:PrettyPrinterSettings', {
        ...declare('abapformatter'),
        'abapformatter:indentation': indentation,
        'abapformatter:style': style
      })
    )
  }
}

function change(request: Request): Answer {
  const { indentation = 'true', style = '' } = request.xml().attributes
  if (!styles.has(style)) {
    throw invalidData(`The style ${style} is not one of ${[...styles].join(', ')}`)
  }
  if (!(style in keywords)) throw notImplemented(limits.formatterStyle, style)
  request.system.formatting = { indentation: indentation !== 'false', style }
  return {}
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/abapsource/prettyprinter',
    produces: ['text/plain'],
    collection: {
      workspace: 'ABAP Source',
      title: 'Pretty Printer',
      category: ['abapsource', 'prettyprinter'],
      accept: ['text/plain']
    },
    handler: format
  },
  {
    method: 'GET',
    path: '/abapsource/prettyprinter/settings',
    produces: [...settingsTypes, 'application/xml'],
    collection: {
      workspace: 'ABAP Source',
      title: 'Pretty Printer Settings',
      category: ['abapsource', 'prettyprinter/settings'],
      accept: settingsTypes
    },
    handler: settings
  },
  {
    method: 'PUT',
    path: '/abapsource/prettyprinter/settings',
    accepts: settingsTypes,
    handler: change
  }
]
