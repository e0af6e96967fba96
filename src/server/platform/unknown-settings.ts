const OURS = /^(BACKUP|SETUP|OIDC|SMTP|TLS|METRICS)_/;
/** Of tests, of the build, and what a command of BACKUP_COPY reads. */
const OF_OTHERS = /^(TEST_DATABASE_URL|CHROMIUM|VITE_|COPY_)/;
/** So short that one other letter makes another word: HOST and HOME, PORT and SORT. */
const SHORT = 5;

function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((setting) => setting.length > SHORT && name.length > SHORT)
    .map((setting) => ({ setting, far: distance(name.toUpperCase(), setting) }))
    .filter(({ far }) => far <= 2)
    .sort((one, other) => one.far - other.far);
  return nearest?.setting;
}

/** A misspelled setting has no effect. One sentence for each, without its value. */
export function unknownSettings(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const isKnown = (name: string) => known.includes(name) || known.includes(name.replace(/_FILE$/, ''));
  return Object.keys(env)
    .filter((name) => env[name] !== '' && !isKnown(name) && !OF_OTHERS.test(name))
    .flatMap((name) => {
      const meant = meantBy(name, known);
      if (meant !== undefined)
        return [`${name} is no setting and has no effect: write ${meant}, or remove it.`];
      return OURS.test(name) ? [`${name} is no setting and has no effect: remove it.`] : [];
    });
}
