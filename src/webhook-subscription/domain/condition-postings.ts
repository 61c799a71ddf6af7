import { Condition } from './conditions/condition.js';
import { ConditionBlock } from './conditions/condition-block.js';
import type { CompiledCondition } from './conditions/document-scan.js';
import type { Match, Matchable } from './matchable.js';
import { MemoryTally } from './conditions/memory-tally.js';
import { maskOf } from './conditions/path-set.js';
import { PIECES_AT_ONCE, sorted, type Steps } from '../../shared/domain/steps.js';

/** How many paths one walk through a document follows. More paths take more walks, with pauses in between. */
const PATHS_IN_BLOCK = 256;
/** Measured memory: a compiled condition without its ranges, and a posting. */
const CONDITION_BYTES = 560;
const POSTING_BYTES = 96;

/** A compiled condition with the number of its block. Subscriptions with the same condition share it. */
export interface BlockCondition extends CompiledCondition {
  readonly block: number;
}

/** A subscription in the index. */
export interface Entry extends Match {
  readonly conditions: readonly BlockCondition[];
}

/** The subscriptions to check if a document meets the condition. */
export interface Posting {
  readonly condition: BlockCondition;
  readonly entries: Entry[];
}

/** Postings of one path whose conditions are met by ranges of values, sorted by the start of the first range. */
export interface RangePostings {
  readonly path: number;
  readonly from: Int32Array;
  readonly postings: readonly Posting[];
}

/** The postings of a block, by how they are found. */
export interface BlockPostings {
  /** Conditions met by single values, by the rank of each value. */
  readonly byRank: ReadonlyMap<number, readonly Posting[]>;
  /** Conditions met by ranges, such as `$gt`. */
  readonly ranges: readonly RangePostings[];
  /** Conditions met if the path selects nothing. */
  readonly missing: readonly Posting[];
  /** The paths of all these conditions as a mask. */
  readonly paths: Int32Array;
}

/** A condition shared by all subscriptions with the same path and JSON. */
class DistinctCondition {
  compiled: BlockCondition | null = null;

  constructor(readonly condition: Condition) {}
}

/** Compiles the distinct conditions of subscriptions into blocks, with neighbouring paths in the same block. */
export function* blocksOf(
  subscriptions: readonly Matchable[],
  tally: MemoryTally,
): Steps<{
  readonly blocks: readonly ConditionBlock[];
  /** The conditions of each subscription. */
  readonly compiled: readonly (readonly BlockCondition[])[];
}> {
  const byPath = new Map<string, Map<string, DistinctCondition>>();
  const wanted: DistinctCondition[][] = [];
  for (const { conditions } of subscriptions) {
    wanted.push(
      conditions.all.map((condition) => {
        const ofPath = getOrAdd(byPath, condition.pathKey, () => new Map<string, DistinctCondition>());
        return getOrAdd(ofPath, JSON.stringify(condition.expected), () => {
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
      if (one !== undefined) one.compiled = Object.assign(condition, { block: blocks.length });
      if (index % PIECES_AT_ONCE === 0) yield;
    }
    blocks.push(block);
  }
  const compiled: BlockCondition[][] = [];
  for (const ofOne of wanted) {
    compiled.push(ofOne.flatMap((one) => one.compiled ?? []));
    yield;
  }
  return { blocks, compiled };
}

/** Posts each subscription under the rarest of its conditions. Returns the postings of each block. */
export function* postingsOf(
  entries: readonly Entry[],
  blocks: readonly ConditionBlock[],
  tally: MemoryTally,
): Steps<BlockPostings[]> {
  const frequencies = yield* frequenciesOf(entries, blocks.length);
  const byBlock = blocks.map(() => new Map<BlockCondition, Posting>());
  for (const entry of entries) {
    const condition = rarest(entry.conditions, frequencies);
    yield;
    if (condition === undefined) continue;
    const known = byBlock[condition.block]?.get(condition);
    if (known) known.entries.push(entry);
    else byBlock[condition.block]?.set(condition, { condition, entries: [entry] });
  }
  const postings: BlockPostings[] = [];
  for (const [block, { paths }] of blocks.entries()) {
    postings.push(yield* postingsOfBlock([...(byBlock[block]?.values() ?? [])], paths.words, tally));
  }
  return postings;
}

function* postingsOfBlock(
  postings: readonly Posting[],
  words: number,
  tally: MemoryTally,
): Steps<BlockPostings> {
  const byRank = new Map<number, Posting[]>();
  const ranges: Posting[] = [];
  const missing: Posting[] = [];
  for (const posting of postings) {
    const { condition } = posting;
    if (condition.mustBeMissing) missing.push(posting);
    else if (!hasSingleValues(condition)) ranges.push(posting);
    else {
      for (const rank of condition.from) {
        // Most ranks have one posting, and an array created with it takes a fraction of the memory of one it is pushed
        // to.
        const known = byRank.get(rank);
        if (known) known.push(posting);
        else {
          tally.add(POSTING_BYTES);
          byRank.set(rank, [posting]);
        }
      }
    }
    yield;
  }
  const paths = maskOf(
    postings.map(({ condition }) => condition.path),
    words,
  );
  return { byRank, ranges: yield* rangePostingsOf(ranges), missing, paths };
}

function* rangePostingsOf(postings: readonly Posting[]): Steps<RangePostings[]> {
  const byPath = new Map<number, Posting[]>();
  for (const posting of postings) getOrAdd(byPath, posting.condition.path, () => []).push(posting);
  const startOf = ({ condition }: Posting): number => condition.from[0] ?? 0;
  const ranges: RangePostings[] = [];
  for (const [path, ofPath] of byPath) {
    const inOrder = yield* sorted(ofPath, (left, right) => startOf(left) - startOf(right));
    ranges.push({ path, from: Int32Array.from(inOrder, startOf), postings: inOrder });
  }
  return ranges;
}

/** True if single values meet the condition, so that it can be found by their ranks. */
function hasSingleValues({ from, to, mustBeMissing }: BlockCondition): boolean {
  return !mustBeMissing && from.every((rank, index) => rank === to[index]);
}

/** For each block, the number of subscriptions that require a value at a path. */
type Frequencies = readonly Map<number, number>[];

function* frequenciesOf(entries: readonly Entry[], blocks: number): Steps<Frequencies> {
  const frequencies = Array.from({ length: blocks }, () => new Map<number, number>());
  for (const { conditions } of entries) {
    for (const condition of conditions) {
      if (!hasSingleValues(condition)) continue;
      const ofBlock = frequencies[condition.block];
      for (const rank of condition.from) {
        const key = frequencyKey(condition, rank);
        ofBlock?.set(key, (ofBlock.get(key) ?? 0) + 1);
      }
    }
    yield;
  }
  return frequencies;
}

/** A number instead of a string, because there can be a million keys. */
function frequencyKey({ path }: BlockCondition, rank: number): number {
  return rank * PATHS_IN_BLOCK + path;
}

/** The condition whose values the fewest subscriptions require; the first condition if none has single values. */
function rarest(conditions: readonly BlockCondition[], frequencies: Frequencies): BlockCondition | undefined {
  let best = conditions[0];
  let least = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    if (!hasSingleValues(condition)) continue;
    let frequency = 0;
    const ofBlock = frequencies[condition.block];
    for (const rank of condition.from) frequency += ofBlock?.get(frequencyKey(condition, rank)) ?? 0;
    if (frequency < least) [best, least] = [condition, frequency];
  }
  return best;
}

/** Returns the value of a key, after adding it if it is absent. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
