/** Orders modules so that every class follows what it needs when it is loaded. */
import type { Module } from './program.ts'

const RANKS: Readonly<Record<string, number>> = {
  TYPE: 0,
  DTEL: 1,
  TABL: 1,
  VIEW: 1,
  TTYP: 1,
  MSAG: 1,
  INTF: 2,
  CLAS: 3,
  FUGR: 4,
  PROG: 5
}

/**
 * Modules so that every class follows its superclass; otherwise dictionary, interfaces, classes,
 * tests, programs.
 */
export function inLoadOrder(modules: readonly Module[]): Module[] {
  const owners = new Map<string, Module>()
  for (const module of modules) {
    for (const key of Object.values(module.classes)) owners.set(key, module)
  }
  const sorted = [...modules].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
  const done = new Set<Module>()
  const result: Module[] = []
  const visit = (module: Module): void => {
    if (done.has(module)) return
    done.add(module)
    for (const key of superclasses(module)) {
      const owner = owners.get(key)
      if (owner !== undefined) visit(owner)
    }
    result.push(module)
  }
  sorted.forEach(visit)
  return result
}

/** Classes with a class constructor, each after those that the module of its own mentions. */
export function constructorOrder(modules: readonly Module[]): string[] {
  const owners = new Map<string, Module>()
  for (const module of modules) {
    for (const key of Object.values(module.classes)) owners.set(key, module)
  }
  const done = new Set<Module>()
  const result: string[] = []
  const visit = (module: Module): void => {
    if (done.has(module)) return
    done.add(module)
    for (const [, key] of module.code.matchAll(/abap\.Classes\['([^']+)'\]/g)) {
      const owner = owners.get(key ?? '')
      if (owner !== undefined) visit(owner)
    }
    result.push(...module.constructors)
  }
  for (const module of modules) if (module.constructors.length > 0) visit(module)
  return result
}

function rank(module: Module): number {
  const part = module.id.endsWith('.testclasses') ? 0.8 : module.id.endsWith('.locals') ? 0 : 0.4
  return (RANKS[module.type] ?? 6) + part
}

function superclasses(module: Module): string[] {
  return [...module.code.matchAll(/^\s*class [\w$]+ extends ([\w$]+)/gm)].flatMap(match => {
    const name = (match[1] ?? '').replaceAll('$', '/').toUpperCase()
    return [`${module.type}-${module.object}-${name}`, name]
  })
}
