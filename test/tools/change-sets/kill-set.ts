/** What the killed process applies: the same word in all programs, and one more program with `odd`. */
export const changeSet = 'KILLS'
export const names = ['ZCSK_A', 'ZCSK_B', 'ZCSK_C']
export const created = 'ZCSK_NEW'
export const program = (name: string, word: string) => `REPORT ${name.toLowerCase()}.\n* ${word}\n`
