import { ConditionBlock } from './condition-block.js';
import { DocumentLook, lastUpTo } from './document-look.js';
import { blocksOf, type Entry, type Filed, type Files, filesOf, found } from './filed-subscriptions.js';
import { IncludePaths } from './include-paths.js';
import type { Match, Matchable } from './matchable.js';
import { MemoryTally } from './memory-tally.js';
import { maskOf } from './path-set.js';
import { completed, Pace, type Steps } from '../../shared/domain/steps.js';

/** Measured: a subscription in the index, besides its conditions and include paths; and each place of a condition. */
const SUBSCRIPTION_BYTES = 260;
const PLACED_BYTES = 8;

/**
 * Finds the subscriptions to one event type that a document triggers, without looking at each. Every subscription is
 * filed under its condition that the fewest others have, and judged only where that one is met. All conditions are
 * tried in one walk through the document for every 256 distinct paths, and a second one for the further conditions of
 * those that are left.
 */
export class SubscriptionIndex {
  private constructor(
    private readonly always: readonly Match[],
    private readonly blocks: readonly ConditionBlock[],
    private readonly files: readonly Files[],
    /** About how many bytes of memory it takes. */
    readonly bytes: number,
  ) {}

  /**
   * Makes an index, one subscription or condition at a time.
   * @param subscriptions live ones of one event type
   */
  static *building(subscriptions: readonly Matchable[]): Steps<SubscriptionIndex> {
    return yield* SubscriptionIndex.counted(subscriptions, new MemoryTally());
  }

  /** The same; null, as soon as that is certain, when the index takes more bytes than this. */
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
    const { blocks, placed } = yield* blocksOf(subscriptions, tally);
    const entries: Entry[] = [];
    for (const [
      index,
      { id, includePaths, maxPerSecond = null, ordering = 'none' },
    ] of subscriptions.entries()) {
      const conditions = placed[index] ?? [];
      const paths = found(shared, includePaths.key, () => includePaths);
      if (paths === includePaths) tally.add(paths.bytes);
      tally.add(SUBSCRIPTION_BYTES + PLACED_BYTES * conditions.length);
      entries.push({ id, includePaths: paths, maxPerSecond, ordering, conditions });
      yield;
    }
    const files = yield* filesOf(entries, blocks, tally);
    const always = entries.filter(({ conditions }) => conditions.length === 0);
    return new SubscriptionIndex(always, blocks, files, tally.bytes);
  }

  /** The subscriptions whose conditions the document meets, each once, in no given order. */
  matching(document: unknown): readonly Match[] {
    return completed(this.steps(document));
  }

  /** The same in steps with pauses; each step takes time linear in the document. */
  *steps(document: unknown): Steps<readonly Match[]> {
    const looks = this.blocks.map((block) => block.borrow());
    try {
      const candidates: Entry[] = [];
      for (const [block, { paths }] of this.files.entries()) {
        looks[block]?.at(document, paths);
        yield;
        yield* this.collect(block, looks, candidates);
      }
      yield* this.lookFurther(
        document,
        candidates.filter(({ conditions }) => conditions.length > 1),
        looks,
      );
      return [...this.always, ...(yield* meeting(candidates, looks))];
    } finally {
      for (const [block, look] of looks.entries()) this.blocks[block]?.giveBack(look);
    }
  }

  private *collect(block: number, looks: readonly DocumentLook[], candidates: Entry[]): Steps<void> {
    const [files, look] = [this.files[block], looks[block]];
    if (files === undefined || look === undefined) return;
    const met = new Set<Filed>();
    const pace = new Pace();
    for (const place of look.places) {
      for (const filed of files.byPlace.get(place) ?? []) {
        if (look.has(place, filed.condition.path)) met.add(filed);
        if (pace.isDue()) yield;
      }
      if (pace.isDue()) yield;
    }
    for (const { path, from, filed } of files.comparisons) {
      const last = look.seenAt(path, pace).at(-1);
      // Those that begin behind all that was seen are not met.
      for (let index = last === undefined ? -1 : lastUpTo(from, last); index >= 0; index--) {
        const one = filed[index];
        if (one !== undefined && look.meets(one.condition, pace)) met.add(one);
        if (pace.isDue()) yield;
      }
      if (pace.isDue()) yield;
    }
    for (const filed of files.missing) {
      if (look.meets(filed.condition, pace)) met.add(filed);
      if (pace.isDue()) yield;
    }
    for (const { entries } of met) {
      for (const entry of entries) {
        candidates.push(entry);
        if (pace.isDue()) yield;
      }
    }
  }

  /** Looks at the paths that only the candidates' further conditions name. */
  private *lookFurther(
    document: unknown,
    candidates: readonly Entry[],
    looks: readonly DocumentLook[],
  ): Steps<void> {
    const wanted = new Map<number, Set<number>>();
    const pace = new Pace();
    for (const { conditions } of candidates) {
      for (const { block, path } of conditions) found(wanted, block, () => new Set<number>()).add(path);
      pace.count(conditions.length);
      if (pace.isDue()) yield;
    }
    for (const [block, paths] of wanted) {
      const mask = maskOf(paths, this.blocks[block]?.paths.words ?? 0);
      const known = this.files[block]?.paths ?? mask;
      const further = mask.map((word, index) => word & ~(known[index] ?? 0));
      if (further.every((word) => word === 0)) continue;
      looks[block]?.at(document, further);
      yield;
    }
  }
}

/** The candidates that meet all their conditions; of a single one that is known. */
function* meeting(candidates: readonly Entry[], looks: readonly DocumentLook[]): Steps<readonly Match[]> {
  const matches: Match[] = [];
  const pace = new Pace();
  for (const candidate of candidates) {
    const { conditions } = candidate;
    let isMet = true;
    for (let at = 0; isMet && conditions.length > 1 && at < conditions.length; at++) {
      const condition = conditions[at];
      isMet = condition !== undefined && looks[condition.block]?.meets(condition, pace) === true;
      if (pace.isDue()) yield;
    }
    if (isMet) matches.push(candidate);
    if (pace.isDue()) yield;
  }
  return matches;
}
