/** Follows the words of a refused call mechanically, as a client without judgement does. */

export type Arguments = Record<string, unknown>
export interface Call {
  readonly tool: string
  readonly args: Arguments
}

interface Rule {
  readonly pattern: RegExp
  apply(call: Call, groups: readonly string[], known: Arguments): Call
}

const without = ({ tool, args }: Call, key: string): Call => ({
  tool,
  args: Object.fromEntries(Object.entries(args).filter(([name]) => name !== key))
})

const rules: readonly Rule[] = [
  {
    pattern: /There is no argument `([^`]+)`\.[^]*Did you mean `([^`]+)`/,
    apply: (call, [key = '', name = '']) => {
      const { tool, args } = without(call, key)
      return { tool, args: { ...args, [name]: call.args[key] } }
    }
  },
  {
    pattern: /There is no argument `([^`]+)`\.[^]*inside `([^`]+)`(?: as `([^`]+)`)?/,
    apply: (call, [key = '', outer = '', field = key]) => {
      const { tool, args } = without(call, key)
      const inner = Object(args[outer]) as Arguments
      return { tool, args: { ...args, [outer]: { ...inner, [field]: call.args[key] } } }
    }
  },
  {
    pattern: /There is no argument `([^`]+)`\.[^]*Leave it out/,
    apply: (call, [key = '']) => without(call, key)
  },
  {
    pattern: /`([^`]+)` does not belong to the action/,
    apply: (call, [key = '']) => without(call, key)
  },
  {
    pattern: /has no action [^]*Did you mean (\w+) with the action (\w+)/,
    apply: ({ args }, [tool = '', action]) => ({ tool, args: { ...args, action } })
  },
  {
    pattern: /has no action [^]*Did you mean (\w+)\?/,
    apply: ({ tool, args }, [action]) => ({ tool, args: { ...args, action } })
  },
  {
    pattern: /There is no tool named [^]*Did you mean (\w+)\?/,
    apply: ({ args }, [tool = '']) => ({ tool, args })
  },
  {
    pattern: /`(\w+)` has \d+ entries; one call takes at most (\d+)/,
    apply: ({ tool, args }, [key = '', most]) => {
      const list = Array.isArray(args[key]) ? args[key].slice(0, Number(most)) : args[key]
      return { tool, args: { ...args, [key]: list } }
    }
  },
  {
    pattern: /`([\w/]+)` is "[^"]*"; it may be [^]*Did you mean ([\w-]+)\?/,
    apply: ({ tool, args }, [path = '', word]) => ({
      tool,
      args: replaced(args, path.split('/'), word) as Arguments
    })
  },
  {
    // The caller knows what it wants; the words must name the argument that it left out.
    pattern: /`([\w/]+)` is missing/,
    apply: ({ tool, args }, [path = ''], known) => ({
      tool,
      args: replaced(args, path.split('/'), valueAt(known, path.split('/'))) as Arguments
    })
  }
]

function replaced(value: unknown, [step, ...rest]: readonly string[], to: unknown): unknown {
  if (step === undefined) return to
  if (Array.isArray(value)) {
    return value.map((one: unknown, at) => (String(at) === step ? replaced(one, rest, to) : one))
  }
  const record = Object(value) as Arguments
  return { ...record, [step]: replaced(record[step], rest, to) }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((one, step) => (Object(one) as Arguments)[step], value)
}

/** The call that the words lead to; undefined where they name no correction. */
export function follow(call: Call, words: string, known: Arguments): Call | undefined {
  for (const { pattern, apply } of rules) {
    const groups = pattern.exec(words)
    if (groups !== null) return apply(call, groups.slice(1), known)
  }
  return undefined
}
