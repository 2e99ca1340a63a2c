/** The injections of test seams that are in force. */
export interface Seams {
  /** Whether this part of the seam runs: 0 is what stands in it, others are injections. */
  seam(name: string, part: number): boolean
  /** From now on the injection takes the place of the seam. */
  inject(name: string, part: number): void
}

/** Injections hold for one test method, with its `setup`. */
export function createSeams(): Seams & { forget(): void } {
  const injected = new Map<string, number>()
  return {
    seam: (name, part) => (injected.get(name) ?? 0) === part,
    inject(name, part) {
      injected.set(name, part)
    },
    forget() {
      injected.clear()
    }
  }
}
