const MIN_BYTES = 32;
const MIN_DIFFERENT_CHARACTERS = 8;

/** Returns how many bytes a secret was made of: two hex digits are one, other text counts as it is. */
function bytesOf(secret: string): number {
  return /^[\da-f]+$/i.test(secret) ? secret.length / 2 : Buffer.byteLength(secret);
}

/** Tells whether a secret can hold 32 random bytes (decision 51). A short one is guessed from any token. */
export function isStrongSecret(secret: string): boolean {
  const text = secret.trim();
  return bytesOf(text) >= MIN_BYTES && new Set(text).size >= MIN_DIFFERENT_CHARACTERS;
}
