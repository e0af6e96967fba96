import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux per second. */
const TICKS = 100;

/** Fields of /proc/<pid>/stat after the name of the program: parent, and the times of the process and of its ended children. */
function statOf(pid: number | string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

const PARENT = 1;
const USER = 11;
const ENDED_CHILDREN = 15;

const timesOf = (stat: readonly number[]) =>
  stat.slice(USER, ENDED_CHILDREN).reduce((sum, ticks) => sum + ticks, 0) / TICKS;

/** Returns the CPU seconds that a process has used; NaN where Linux's /proc is missing. */
export function cpuSecondsOf(pid: number): number {
  const stat = statOf(pid);
  return stat ? stat.slice(USER, USER + 2).reduce((sum, ticks) => sum + ticks, 0) / TICKS : Number.NaN;
}

/** Returns the CPU seconds of a process and its children, ended ones included; NaN where Linux's /proc is missing. */
export function cpuSecondsOfFamily(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return Number.NaN;
  return [stat, ...childrenOf(pid)].reduce((sum, one) => sum + timesOf(one), 0);
}

function childrenOf(pid: number): number[][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name) ?? [])
    .filter((stat) => stat[PARENT] === pid);
}

/** Returns the process that has started this one; undefined where Linux's /proc is missing. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.[PARENT];
}
