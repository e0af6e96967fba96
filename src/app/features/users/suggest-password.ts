/** Leaves out characters that look alike on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Returns a random password that can be read aloud: "k7hm-p2wd-9xra", about 59 bits. */
export function suggestPassword(): string {
  const letter = () => {
    // Rejects the values above the largest multiple, so that every letter is as likely.
    const limit = 256 - (256 % LETTERS.length);
    for (;;) {
      const [value = 255] = crypto.getRandomValues(new Uint8Array(1));
      if (value < limit) return LETTERS[value % LETTERS.length];
    }
  };
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
