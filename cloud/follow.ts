/** Credentials that are read again while the bridge runs: what cannot be used changes nothing. */

/**
 * @param look reads again, and throws Error with what is wrong
 * @param onFault told of each fault once, until another one or none is found
 */
export function lookOrComplain(look: () => void, onFault: (reason: string) => void): () => void {
  let complaint = ''
  return () => {
    try {
      look()
      complaint = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== complaint) onFault(message)
      complaint = message
    }
  }
}
