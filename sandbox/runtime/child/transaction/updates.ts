/** Function modules that are registered with IN UPDATE TASK. */
import type { AbapRuntime } from '../abap.ts'

type Parameters = Readonly<Record<string, unknown>>

export interface Updates {
  /** Runs what was registered, in its order; whether there was something. */
  run(): Promise<boolean>
  forget(): void
}

/** Update modules run at COMMIT WORK, in the same process, and never after a rollback. */
export function createUpdates(runtime: AbapRuntime): Updates {
  let registered: { readonly name: string; readonly parameters: Parameters }[] = []
  const updateTask = {
    register(name: string, parameters: Parameters) {
      registered.push({ name, parameters })
    }
  }
  Object.assign(runtime.context, { updateTask })
  return {
    async run() {
      const modules = registered
      registered = []
      for (const { name, parameters } of modules) {
        const run = runtime.FunctionModules[name]
        if (typeof run === 'function') await run(parameters)
      }
      return modules.length > 0
    },
    forget() {
      registered = []
    }
  }
}
