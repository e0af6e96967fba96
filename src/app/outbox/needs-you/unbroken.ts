/** Words in which no amount is torn from its currency at the end of a line. */
export function unbroken(words: string): string {
  return words.replaceAll('L.E. ', 'L.E.\u00a0');
}
