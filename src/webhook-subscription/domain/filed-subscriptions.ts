import { Condition } from './condition.js';
import { ConditionBlock } from './condition-block.js';
import type { CompiledCondition } from './document-look.js';
import type { Match, Matchable } from './matchable.js';
import { MemoryTally } from './memory-tally.js';
import { maskOf } from './path-set.js';
import { PIECES_AT_ONCE, sorted, type Steps } from '../../shared/domain/steps.js';

/** Paths that are followed together. More take several walks, between which others have their turn. */
const PATHS_IN_BLOCK = 256;
/** Measured: a compiled condition, besides its stretches; and a value that a subscription is found by. */
const CONDITION_BYTES = 560;
const FILED_VALUE_BYTES = 96;

/** A condition in its block. Subscriptions with the same condition share it. */
export interface Placed extends CompiledCondition {
  readonly block: number;
}

export interface Entry extends Match {
  readonly conditions: readonly Placed[];
}

/** The entries that are looked at only if a condition of theirs is met. */
export interface Filed {
  readonly condition: Placed;
  readonly entries: Entry[];
}

/** Filed comparisons of one path, by where the values that meet them begin. */
export interface Comparisons {
  readonly path: number;
  readonly from: Int32Array;
  readonly filed: readonly Filed[];
}

/** The filed conditions of a block. */
export interface Files {
  /** By the place on the line of values that meets them. */
  readonly byPlace: ReadonlyMap<number, readonly Filed[]>;
  /** Those that are met by too many places. */
  readonly comparisons: readonly Comparisons[];
  /** Those that are met by nothing being there. */
  readonly missing: readonly Filed[];
  /** The paths of them all. */
  readonly paths: Int32Array;
}

/** A condition of one or more subscriptions; conditions that are written alike are the same. */
class DistinctCondition {
  placed: Placed | null = null;

  constructor(readonly condition: Condition) {}
}

/** Compiles the conditions of subscriptions: each distinct one once, neighbouring paths together. */
export function* blocksOf(
  subscriptions: readonly Matchable[],
  tally: MemoryTally,
): Steps<{
  readonly blocks: readonly ConditionBlock[];
  /** The conditions of each subscription. */
  readonly placed: readonly (readonly Placed[])[];
}> {
  const byPath = new Map<string, Map<string, DistinctCondition>>();
  const wanted: DistinctCondition[][] = [];
  for (const { conditions } of subscriptions) {
    wanted.push(
      conditions.all.map((condition) => {
        const ofPath = found(byPath, condition.pathKey, () => new Map<string, DistinctCondition>());
        return found(ofPath, JSON.stringify(condition.expected), () => {
          tally.add(CONDITION_BYTES);
          return new DistinctCondition(condition);
        });
      }),
    );
    yield;
  }
  const paths = yield* sorted([...byPath.keys()], (left, right) => (left < right ? -1 : 1));
  const blocks: ConditionBlock[] = [];
  for (let start = 0; start < paths.length; start += PATHS_IN_BLOCK) {
    const distinct: DistinctCondition[] = [];
    const conditions: Condition[] = [];
    for (const path of paths.slice(start, start + PATHS_IN_BLOCK)) {
      for (const one of byPath.get(path)?.values() ?? []) {
        conditions.push(one.condition);
        if (distinct.push(one) % PIECES_AT_ONCE === 0) yield;
      }
    }
    const block = yield* ConditionBlock.building(conditions, tally);
    for (const [index, condition] of block.conditions.entries()) {
      const one = distinct[index];
      if (one !== undefined) one.placed = Object.assign(condition, { block: blocks.length });
      if (index % PIECES_AT_ONCE === 0) yield;
    }
    blocks.push(block);
  }
  const placed: Placed[][] = [];
  for (const ofOne of wanted) {
    placed.push(ofOne.flatMap((one) => one.placed ?? []));
    yield;
  }
  return { blocks, placed };
}

/** Files each subscription under its condition that the fewest others have; the files of each block. */
export function* filesOf(
  entries: readonly Entry[],
  blocks: readonly ConditionBlock[],
  tally: MemoryTally,
): Steps<Files[]> {
  const crowds = yield* crowdsOf(entries, blocks.length);
  const filed = blocks.map(() => new Map<Placed, Filed>());
  for (const entry of entries) {
    const condition = leastCrowded(entry.conditions, crowds);
    yield;
    if (condition === undefined) continue;
    const known = filed[condition.block]?.get(condition);
    if (known) known.entries.push(entry);
    else filed[condition.block]?.set(condition, { condition, entries: [entry] });
  }
  const files: Files[] = [];
  for (const [block, { paths }] of blocks.entries()) {
    files.push(yield* filesOfBlock([...(filed[block]?.values() ?? [])], paths.words, tally));
  }
  return files;
}

function* filesOfBlock(filed: readonly Filed[], words: number, tally: MemoryTally): Steps<Files> {
  const byPlace = new Map<number, Filed[]>();
  const comparisons: Filed[] = [];
  const missing: Filed[] = [];
  for (const one of filed) {
    if (one.condition.mustBeMissing) missing.push(one);
    else if (!isLookedUp(one.condition)) comparisons.push(one);
    else {
      for (const place of one.condition.from) {
        // Most places have one only: an array that is made with it takes a fraction of one that it is added to.
        const known = byPlace.get(place);
        if (known) known.push(one);
        else {
          tally.add(FILED_VALUE_BYTES);
          byPlace.set(place, [one]);
        }
      }
    }
    yield;
  }
  const paths = maskOf(
    filed.map(({ condition }) => condition.path),
    words,
  );
  return { byPlace, comparisons: yield* comparisonsOf(comparisons), missing, paths };
}

function* comparisonsOf(filed: readonly Filed[]): Steps<Comparisons[]> {
  const byPath = new Map<number, Filed[]>();
  for (const one of filed) found(byPath, one.condition.path, () => []).push(one);
  const begin = ({ condition }: Filed): number => condition.from[0] ?? 0;
  const comparisons: Comparisons[] = [];
  for (const [path, ofPath] of byPath) {
    const inOrder = yield* sorted(ofPath, (left, right) => begin(left) - begin(right));
    comparisons.push({ path, from: Int32Array.from(inOrder, begin), filed: inOrder });
  }
  return comparisons;
}

/** True when single values meet the condition, so that it can be found by them. */
function isLookedUp({ from, to, mustBeMissing }: Placed): boolean {
  return !mustBeMissing && from.every((place, index) => place === to[index]);
}

/** For each block, how many subscriptions are met by a value of a path. */
type Crowds = readonly Map<number, number>[];

function* crowdsOf(entries: readonly Entry[], blocks: number): Steps<Crowds> {
  const crowds = Array.from({ length: blocks }, () => new Map<number, number>());
  for (const { conditions } of entries) {
    for (const condition of conditions) {
      if (!isLookedUp(condition)) continue;
      const ofBlock = crowds[condition.block];
      for (const place of condition.from) {
        const key = crowdKey(condition, place);
        ofBlock?.set(key, (ofBlock.get(key) ?? 0) + 1);
      }
    }
    yield;
  }
  return crowds;
}

/** A number, as there may be a million of them. */
function crowdKey({ path }: Placed, place: number): number {
  return place * PATHS_IN_BLOCK + path;
}

/** The condition whose values the fewest subscriptions ask for; the first one when none can be found by its values. */
function leastCrowded(conditions: readonly Placed[], crowds: Crowds): Placed | undefined {
  let best = conditions[0];
  let least = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    if (!isLookedUp(condition)) continue;
    let crowd = 0;
    const ofBlock = crowds[condition.block];
    for (const place of condition.from) crowd += ofBlock?.get(crowdKey(condition, place)) ?? 0;
    if (crowd < least) [best, least] = [condition, crowd];
  }
  return best;
}

/** The value of a key, made if there is none yet. */
export function found<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
