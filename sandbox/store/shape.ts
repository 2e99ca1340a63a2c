/** Resolves the columns of tables and structures. */
import type { Column, ObjectType, RepositoryFile, TableShape } from '../types.ts'
import { fixedLength } from './formats/dictionary-types.ts'
import { readMetadata } from './formats/abapgit.ts'
import { descriptionOf } from './formats/metadata.ts'
import { tableElements } from './formats/table.ts'
import type { TableElement } from './formats/table-source.ts'
import { annotation } from './formats/table-source.ts'
import { isForeignRow, fromRow } from './formats/table-fields.ts'
import { fieldRows } from './formats/table.ts'
import { textAt } from './formats/xml.ts'
import type { Element } from './formats/xml.ts'
import { metadataFile } from './names.ts'
import type { Repository } from './repository.ts'

type Facts = Pick<Column, 'type' | 'length' | 'decimals' | 'description'>

/** Structures that include each other in a circle end here. */
const depthLimit = 20

export interface Shapes {
  shape(name: string): TableShape | undefined
  useViewShapes(resolve: (entity: string) => TableShape | undefined): void
}

/**
 * Resolves the columns of tables and structures by the active versions, and by `library` for what
 * the repository does not have.
 */
export function createShapes(repository: Repository, library: readonly RepositoryFile[]): Shapes {
  const byFile = new Map(library.map(({ name, text }) => [name.toLowerCase(), text]))
  const parsed = new Map<string, { text: string; values: Element }>()
  let viewShape: (entity: string) => TableShape | undefined = () => undefined

  /** The active metadata of an object; parsed once for a text. */
  function metadata(type: ObjectType, name: string): Element | undefined {
    const file = metadataFile({ type, name })
    const text = repository.find({ type, name })?.active.get(file) ?? byFile.get(file)
    if (text === undefined) return undefined
    const known = parsed.get(file)
    if (known?.text === text) return known.values
    const { values } = readMetadata(text)
    parsed.set(file, { text, values })
    return values
  }

  function dictionaryFacts(
    values: Element,
    section: string,
    description: string
  ): Facts | undefined {
    const type = textAt(values, section, 'DATATYPE')
    if (type === '') return undefined
    const fixed = fixedLength(type)
    return {
      type,
      length: Number(textAt(values, section, 'LENG')) || fixed.length,
      decimals: Number(textAt(values, section, 'DECIMALS')) || fixed.decimals,
      description
    }
  }

  function namedFacts(name: string): Facts {
    const dataElement = metadata('DTEL', name)
    if (dataElement !== undefined) {
      const description = textAt(dataElement, 'DD04V', 'DDTEXT')
      const domain = metadata('DOMA', textAt(dataElement, 'DD04V', 'DOMNAME'))
      return (
        (domain && dictionaryFacts(domain, 'DD01V', description)) ??
        dictionaryFacts(dataElement, 'DD04V', description) ?? {
          type: '',
          length: 0,
          decimals: 0,
          description
        }
      )
    }
    if (metadata('TTYP', name) !== undefined) {
      return { type: 'TTYP', length: 0, decimals: 0, description: '' }
    }
    return {
      type: metadata('STRU', name) === undefined ? '' : 'STRU',
      length: 0,
      decimals: 0,
      description: ''
    }
  }

  function facts({ type, annotations }: TableElement): Facts {
    const label = annotation(annotations, 'EndUserText.label') ?? ''
    if ('builtIn' in type) {
      return {
        type: type.builtIn.datatype,
        length: type.builtIn.length,
        decimals: type.builtIn.decimals,
        description: label
      }
    }
    if ('reference' in type) return { type: 'REF', length: 0, decimals: 0, description: label }
    return 'named' in type
      ? namedFacts(type.named)
      : { type: '', length: 0, decimals: 0, description: '' }
  }

  function included(field: TableElement, name: string, depth: number): Column[] {
    const suffix = 'include' in field.type ? field.type.suffix : ''
    const values = metadata('STRU', name) ?? metadata('TABL', name)
    if (values === undefined) return []
    return columnsOf(values, depth + 1).map(column => ({
      ...column,
      name: column.name + suffix,
      key: field.key
    }))
  }

  function columnsOf(values: Element, depth = 0): Column[] {
    if (depth > depthLimit) return []
    const own = tableElements(values).flatMap(field =>
      'include' in field.type
        ? included(field, field.type.include, depth)
        : [{ name: field.name, ...facts(field), key: field.key }]
    )
    const appended = fieldRows(values)
      .filter(row => isForeignRow(row) && textAt(row, 'PRECFIELD') !== '')
      .flatMap(row => included(fromRow(row), textAt(row, 'PRECFIELD'), depth))
    return [...own, ...appended.map(column => ({ ...column, key: false }))].map(complete)
  }

  /**
   * The view behind a name: a CDS entity, the DDL source it stands in, or its view in the database.
   */
  function entityOf(name: string): string {
    for (const object of [...repository.objects.values(), ...repository.mounted.values()]) {
      if (object.key.type !== 'DDLS') continue
      const { entity, sqlView } = repository.info(object).attributes
      if (entity === name || sqlView === name || object.key.name === name) {
        return entity ?? object.key.name
      }
    }
    return name
  }

  return {
    shape(name) {
      const upper = name.toUpperCase()
      const values = metadata('TABL', upper) ?? metadata('STRU', upper)
      if (values === undefined) return viewShape(entityOf(upper))
      return { name: upper, description: descriptionOf('TABL', values), columns: columnsOf(values) }
    },
    useViewShapes(resolve) {
      viewShape = resolve
    }
  }
}

function complete({ name, type, length, decimals, key, description }: Column): Column {
  return { name, type, length, decimals, key, description }
}
