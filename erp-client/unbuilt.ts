export function unbuilt (): never {
  throw new Error('not built yet')
}
