const upToNineteen = (
  'zero one two three four five six seven eight nine ten ' +
  'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');

const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const scales = [
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1_000n, 'thousand'],
] as const;

function belowHundred(value: number): string {
  if (value < 20) return upToNineteen[value] ?? '';
  const unit = value % 10;
  return `${tens[Math.floor(value / 10)]}${unit > 0 ? `-${upToNineteen[unit]}` : ''}`;
}

function belowThousand(value: number): string {
  const [hundred, rest] = [Math.floor(value / 100), value % 100];
  if (hundred === 0) return belowHundred(rest);
  return `${upToNineteen[hundred]} hundred${rest > 0 ? ` and ${belowHundred(rest)}` : ''}`;
}

function numberInWords(value: bigint): string {
  if (value === 0n) return belowHundred(0);
  const parts: string[] = [];
  let rest = value;
  for (const [size, name] of scales) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) parts.push(`${belowThousand(Number(count))} ${name}`);
  }
  const isLastAlone = parts.length > 0 && rest > 0n && rest < 100n;
  if (rest > 0n) parts.push(`${isLastAlone ? 'and ' : ''}${belowThousand(Number(rest))}`);
  return parts.join(' ');
}

const counted = (value: bigint, one: string, other: string) =>
  `${numberInWords(value)} ${value === 1n ? one : other}`;

/** Not negative: "one thousand two hundred and fifty Egyptian pounds". @param amount in piastres */
export function englishWords(amount: bigint): string {
  const [pounds, piastres] = [amount / 100n, amount % 100n];
  const words = [
    ...(pounds > 0n || piastres === 0n ? [counted(pounds, 'Egyptian pound', 'Egyptian pounds')] : []),
    ...(piastres > 0n ? [counted(piastres, 'piastre', 'piastres')] : []),
  ].join(' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
