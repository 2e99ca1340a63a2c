/** The root element of a transformation, which names the kind of its program. */

/** The kind follows from the source alone: no field of the object keeps it. */
export function transformationShape(source: string) {
  const simple = /<\?sap\.transform\s+simple\s*\?>/i.test(source)
  return {
    root: 'trans:transformation',
    prefixes: ['trans'] as const,
    attributes: { 'trans:transformationType': simple ? 'SimpleTransformation' : 'XSLTProgram' }
  }
}
