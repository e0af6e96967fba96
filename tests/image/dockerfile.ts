/** One instruction of a Dockerfile, with its continued lines as one text. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage: what follows one FROM. */
export interface Stage {
  readonly name: string | undefined;
  /** The image or stage that it begins with. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** An instruction that the build carries out. */
type Step =
  | { readonly does: 'run'; readonly script: string }
  | { readonly does: 'copy'; readonly from: string | undefined; readonly words: readonly string[] }
  | { readonly does: 'workdir' | 'user' | 'volume' | 'expose' | 'stopsignal'; readonly value: string }
  | { readonly does: 'arg'; readonly key: string; readonly value: string | undefined }
  | { readonly does: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly does: 'cmd' | 'healthcheck'; readonly words: readonly string[] };

/** Joins continued lines; leaves comments out, also between continued lines. */
function instructionsIn(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const joined = lines.join('\n').replace(/\\\n/g, ' ');
  return joined
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), rest };
    });
}

function wordsOfJson({ name, rest }: Instruction): string[] {
  const [, json] = /(\[.*\])$/.exec(rest) ?? [];
  const words: unknown = json === undefined ? undefined : JSON.parse(json);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`${name} must have its words as a JSON array: ${rest}`);
  return words;
}

/** `A=1 B=2`; values with spaces or quotation marks are not read. */
function assignments({ name, rest }: Instruction): Record<string, string> {
  if (/["'\\]/.test(rest)) throw new Error(`${name} with quotation marks is not read: ${rest}`);
  return Object.fromEntries(
    rest.split(/\s+/).map((word) => {
      const at = word.indexOf('=');
      if (at < 1) throw new Error(`${name} must be NAME=value: ${word}`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

function stepOf(instruction: Instruction): Step {
  const { name, rest } = instruction;
  switch (name) {
    case 'RUN':
      if (/^(--|\[)/.test(rest)) throw new Error(`RUN with options or as an array is not read: ${rest}`);
      return { does: 'run', script: rest };
    case 'COPY': {
      const [, , from, words = ''] = /^(--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
      if (words.startsWith('-')) throw new Error(`COPY with this option is not read: ${rest}`);
      return { does: 'copy', from, words: words.split(/\s+/) };
    }
    case 'ARG': {
      const at = rest.indexOf('=');
      return {
        does: 'arg',
        key: at < 0 ? rest : rest.slice(0, at),
        value: at < 0 ? undefined : rest.slice(at + 1),
      };
    }
    case 'ENV':
      return { does: 'env', values: assignments(instruction) };
    case 'WORKDIR':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return {
        does: name.toLowerCase() as 'workdir' | 'user' | 'volume' | 'expose' | 'stopsignal',
        value: rest,
      };
    case 'CMD':
    case 'HEALTHCHECK':
      return {
        does: name.toLowerCase() as 'cmd' | 'healthcheck',
        words: wordsOfJson(instruction),
      };
    default:
      throw new Error(`The instruction ${name} is not known here: teach it to tests/image first.`);
  }
}

/** Puts build arguments into `$NAME` and `${NAME}`. @throws {Error} for one without a value */
function withArguments(text: string, args: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const value = args[braced ?? bare ?? ''];
    if (value === undefined) throw new Error(`${text}: the build argument has no value.`);
    return value;
  });
}

/**
 * Reads a Dockerfile.
 * @param given build arguments; those before the first FROM can have defaults
 * @throws {Error} for an instruction, or a form of it, that this does not know
 */
export function readDockerfile(text: string, given: Readonly<Record<string, string>>): Stage[] {
  const stages: (Omit<Stage, 'steps'> & { steps: Step[] })[] = [];
  const args: Record<string, string> = { ...given };
  for (const instruction of instructionsIn(text)) {
    if (instruction.name === 'FROM') {
      const [, , base, , name] =
        /^(--platform=\S+\s+)?(\S+)(\s+[aA][sS]\s+(\S+))?$/.exec(instruction.rest) ?? [];
      if (base === undefined) throw new Error(`FROM is not read: ${instruction.rest}`);
      stages.push({ name, base: withArguments(base, args), steps: [] });
      continue;
    }
    const step = stepOf(instruction);
    const stage = stages.at(-1);
    if (stage) stage.steps.push(step);
    else if (step.does === 'arg') args[step.key] ??= step.value ?? '';
    else throw new Error(`${instruction.name} stands before the first FROM.`);
  }
  return stages;
}

/** @throws {Error} for a .dockerignore of another form than "everything but these" */
export function allowedInContext(text: string): string[] {
  const [first, ...rest] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '*' || !rest.every((line) => /^![\w./-]+$/.test(line)))
    throw new Error('.dockerignore must leave out everything, and then name what is in: "*", "!src".');
  return rest.map((line) => line.slice(1));
}
