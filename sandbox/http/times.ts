/** `2026-01-05T10:11:12Z`: times as metadata carries them. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The form of `Last-Modified`. */
export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString()
}
