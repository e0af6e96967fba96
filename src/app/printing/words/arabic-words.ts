interface CountedNoun {
  /** One of it, with the word for one where it needs that: "جنيه واحد". */
  readonly one: string;
  readonly two: string;
  /** Two of it before a noun that belongs to it: "ألفا جنيه". */
  readonly twoOf: string;
  /** 3 to 10: the plural. */
  readonly few: string;
  /** 11 to 99: the accusative singular. */
  readonly many: string;
  /** After hundreds and greater numbers: the genitive singular. */
  readonly of: string;
}

const pound: CountedNoun = {
  one: 'جنيه واحد',
  two: 'جنيهان',
  twoOf: 'جنيها',
  few: 'جنيهات',
  many: 'جنيهًا',
  of: 'جنيه',
};

const piastre: CountedNoun = {
  one: 'قرش واحد',
  two: 'قرشان',
  twoOf: 'قرشا',
  few: 'قروش',
  many: 'قرشًا',
  of: 'قرش',
};

/** Numbers that are nouns themselves, greatest first. */
const scales: readonly { readonly size: bigint; readonly noun: CountedNoun }[] = [
  {
    size: 1_000_000_000n,
    noun: { one: 'مليار', two: 'ملياران', twoOf: 'مليارا', few: 'مليارات', many: 'مليارًا', of: 'مليار' },
  },
  {
    size: 1_000_000n,
    noun: { one: 'مليون', two: 'مليونان', twoOf: 'مليونا', few: 'ملايين', many: 'مليونًا', of: 'مليون' },
  },
  { size: 1_000n, noun: { one: 'ألف', two: 'ألفان', twoOf: 'ألفا', few: 'آلاف', many: 'ألفًا', of: 'ألف' } },
];

const upToNineteen = (
  'صفر، واحد، اثنان، ثلاثة، أربعة، خمسة، ستة، سبعة، ثمانية، تسعة، عشرة، ' +
  'أحد عشر، اثنا عشر، ثلاثة عشر، أربعة عشر، خمسة عشر، ستة عشر، سبعة عشر، ثمانية عشر، تسعة عشر'
).split('، ');

const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون'];

const hundreds = ' مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ');

const AND = ' و';

/** 1 to 999. @param before whether a noun that belongs to it follows: two hundred loses its ending */
function belowThousand(value: number, before: boolean): string {
  const rest = value % 100;
  const hundred = Math.floor(value / 100);
  const unit = rest % 10;
  const parts = [
    hundred === 2 && rest === 0 && before ? 'مائتا' : hundreds[hundred],
    rest < 20 ? (rest > 0 ? upToNineteen[rest] : '') : unit > 0 ? upToNineteen[unit] : '',
    rest >= 20 ? tens[Math.floor(rest / 10)] : '',
  ];
  return parts.filter(Boolean).join(AND);
}

/** Above zero. @param before whether a noun that belongs to it follows */
function numberInWords(value: bigint, before: boolean): string {
  const parts: string[] = [];
  let rest = value;
  for (const { size, noun } of scales) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) parts.push(counted(count, noun, before && rest === 0n));
  }
  if (rest > 0n) parts.push(belowThousand(Number(rest), before));
  return parts.join(AND);
}

/**
 * Above zero. The last two digits decide the form of the noun; of one and two above a hundred the noun stands twice:
 * "مائة جنيه وجنيهان".
 * @param before whether another noun follows that belongs to this one
 */
function counted(value: bigint, noun: CountedNoun, before = false): string {
  const rest = Number(value % 100n);
  if (value === 1n) return noun.one;
  if (value === 2n) return before ? noun.twoOf : noun.two;
  if (rest === 0) return `${numberInWords(value, true)} ${noun.of}`;
  if (rest <= 2)
    return `${numberInWords(value - BigInt(rest), true)} ${noun.of}${AND}${counted(BigInt(rest), noun, before)}`;
  if (rest <= 10) return `${numberInWords(value, true)} ${noun.few}`;
  return `${numberInWords(value, false)} ${before ? noun.of : noun.many}`;
}

/** Not negative: "ألف ومائتان وخمسون جنيهًا وخمسون قرشًا". @param amount in piastres */
export function arabicWords(amount: bigint): string {
  const [pounds, piastres] = [amount / 100n, amount % 100n];
  const parts = [
    ...(pounds > 0n ? [counted(pounds, pound)] : []),
    ...(piastres > 0n ? [counted(piastres, piastre)] : []),
  ];
  return parts.length > 0 ? parts.join(AND) : `${upToNineteen[0]} ${pound.of}`;
}
