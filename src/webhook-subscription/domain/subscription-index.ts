import { ConditionBlock } from './conditions/condition-block.js';
import { DocumentScan } from './conditions/document-scan.js';
import {
  blocksOf,
  type Entry,
  type Posting,
  type BlockPostings,
  postingsOf,
  getOrAdd,
} from './condition-postings.js';
import { IncludePaths } from './include-paths.js';
import type { Match, Matchable } from './matchable.js';
import { MemoryTally } from './conditions/memory-tally.js';
import { lastUpTo } from './conditions/operand-ranks.js';
import { maskOf } from './conditions/path-set.js';
import { completed, Pace, type Steps } from '../../shared/domain/steps.js';

/**
 * Measured memory: a subscription in the index without its conditions and include paths, and a reference to a
 * condition.
 */
const SUBSCRIPTION_BYTES = 260;
const REFERENCE_BYTES = 8;

/**
 * Finds the subscriptions to one event type that a document triggers, without evaluating all of them. An inverted
 * index: each subscription is posted under its rarest condition, and its others are evaluated only if that one is met.
 * One walk through the document serves up to 256 distinct paths; a second one reads the paths of the candidates' other
 * conditions.
 */
export class SubscriptionIndex {
  private constructor(
    private readonly always: readonly Match[],
    private readonly blocks: readonly ConditionBlock[],
    private readonly postings: readonly BlockPostings[],
    /** The approximate memory. */
    readonly bytes: number,
  ) {}

  /**
   * Builds an index, one subscription or condition at a time.
   * @param subscriptions live subscriptions to one event type
   */
  static *building(subscriptions: readonly Matchable[]): Steps<SubscriptionIndex> {
    return yield* SubscriptionIndex.counted(subscriptions, new MemoryTally());
  }

  /** Like `building`, but returns null once the index takes more bytes than this. */
  static *buildingWithin(
    mostBytes: number,
    subscriptions: readonly Matchable[],
  ): Steps<SubscriptionIndex | null> {
    const tally = new MemoryTally();
    const steps = SubscriptionIndex.counted(subscriptions, tally);
    for (;;) {
      const step = steps.next();
      if (tally.bytes > mostBytes) return null;
      if (step.done) return step.value;
      yield;
    }
  }

  private static *counted(subscriptions: readonly Matchable[], tally: MemoryTally): Steps<SubscriptionIndex> {
    const shared = new Map<string, IncludePaths>();
    const { blocks, compiled } = yield* blocksOf(subscriptions, tally);
    const entries: Entry[] = [];
    for (const [
      index,
      { id, includePaths, maxPerSecond = null, ordering = 'none' },
    ] of subscriptions.entries()) {
      const conditions = compiled[index] ?? [];
      const paths = getOrAdd(shared, includePaths.key, () => includePaths);
      if (paths === includePaths) tally.add(paths.bytes);
      tally.add(SUBSCRIPTION_BYTES + REFERENCE_BYTES * conditions.length);
      entries.push({ id, includePaths: paths, maxPerSecond, ordering, conditions });
      yield;
    }
    const postings = yield* postingsOf(entries, blocks, tally);
    const always = entries.filter(({ conditions }) => conditions.length === 0);
    return new SubscriptionIndex(always, blocks, postings, tally.bytes);
  }

  /** The subscriptions whose conditions the document meets, each once, in no particular order. */
  matching(document: unknown): readonly Match[] {
    return completed(this.steps(document));
  }

  /** Like `matching`, in steps that each take time linear in the document. */
  *steps(document: unknown): Steps<readonly Match[]> {
    const scans = this.blocks.map((block) => block.acquire());
    try {
      const candidates: Entry[] = [];
      for (const [block, { paths }] of this.postings.entries()) {
        scans[block]?.visit(document, paths);
        yield;
        yield* this.collect(block, scans, candidates);
      }
      yield* this.scanOtherPaths(
        document,
        candidates.filter(({ conditions }) => conditions.length > 1),
        scans,
      );
      return [...this.always, ...(yield* meeting(candidates, scans))];
    } finally {
      for (const [block, scan] of scans.entries()) this.blocks[block]?.release(scan);
    }
  }

  private *collect(block: number, scans: readonly DocumentScan[], candidates: Entry[]): Steps<void> {
    const [postings, scan] = [this.postings[block], scans[block]];
    if (postings === undefined || scan === undefined) return;
    const met = new Set<Posting>();
    const pace = new Pace();
    for (const rank of scan.ranks) {
      for (const posting of postings.byRank.get(rank) ?? []) {
        if (scan.has(rank, posting.condition.path)) met.add(posting);
        if (pace.isDue()) yield;
      }
      if (pace.isDue()) yield;
    }
    for (const { path, from, postings: ofPath } of postings.ranges) {
      const last = scan.ranksAt(path, pace).at(-1);
      // Ranges that start above the last seen rank are not met.
      for (let index = last === undefined ? -1 : lastUpTo(from, last); index >= 0; index--) {
        const posting = ofPath[index];
        if (posting !== undefined && scan.meets(posting.condition, pace)) met.add(posting);
        if (pace.isDue()) yield;
      }
      if (pace.isDue()) yield;
    }
    for (const posting of postings.missing) {
      if (scan.meets(posting.condition, pace)) met.add(posting);
      if (pace.isDue()) yield;
    }
    for (const { entries } of met) {
      for (const entry of entries) {
        candidates.push(entry);
        if (pace.isDue()) yield;
      }
    }
  }

  /** Visits the remaining paths of the candidates' conditions. */
  private *scanOtherPaths(
    document: unknown,
    candidates: readonly Entry[],
    scans: readonly DocumentScan[],
  ): Steps<void> {
    const wanted = new Map<number, Set<number>>();
    const pace = new Pace();
    for (const { conditions } of candidates) {
      for (const { block, path } of conditions) getOrAdd(wanted, block, () => new Set<number>()).add(path);
      pace.count(conditions.length);
      if (pace.isDue()) yield;
    }
    for (const [block, paths] of wanted) {
      const mask = maskOf(paths, this.blocks[block]?.paths.words ?? 0);
      const known = this.postings[block]?.paths ?? mask;
      const further = mask.map((word, index) => word & ~(known[index] ?? 0));
      if (further.every((word) => word === 0)) continue;
      scans[block]?.visit(document, further);
      yield;
    }
  }
}

/** The candidates that meet all their conditions. One with a single condition has already met it. */
function* meeting(candidates: readonly Entry[], scans: readonly DocumentScan[]): Steps<readonly Match[]> {
  const matches: Match[] = [];
  const pace = new Pace();
  for (const candidate of candidates) {
    const { conditions } = candidate;
    let isMet = true;
    for (let at = 0; isMet && conditions.length > 1 && at < conditions.length; at++) {
      const condition = conditions[at];
      isMet = condition !== undefined && scans[condition.block]?.meets(condition, pace) === true;
      if (pace.isDue()) yield;
    }
    if (isMet) matches.push(candidate);
    if (pace.isDue()) yield;
  }
  return matches;
}
