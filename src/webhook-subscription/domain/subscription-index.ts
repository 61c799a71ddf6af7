import { ConditionBlock } from './condition-block.js';
import { DocumentLook, lastUpTo } from './document-look.js';
import { blocksOf, type Entry, type Filed, type Files, filesOf, found } from './filed-subscriptions.js';
import { IncludePaths } from './include-paths.js';
import type { Match, Matchable } from './matchable.js';
import { maskOf } from './path-set.js';
import { completed, type Steps } from './steps.js';

/** Candidates that are judged without a pause. */
const CANDIDATES_AT_ONCE = 2_000;
/** Measured: a subscription in the index, besides its conditions and include paths; and a value that it is found by. */
const SUBSCRIPTION_BYTES = 260;
const FILED_VALUE_BYTES = 96;

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
    const shared = new Map<string, IncludePaths>();
    const { blocks, placed } = yield* blocksOf(subscriptions);
    const entries: Entry[] = [];
    let bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
    for (const [index, { id, includePaths }] of subscriptions.entries()) {
      const conditions = placed[index] ?? [];
      const paths = found(shared, includePaths.key, () => includePaths);
      if (paths === includePaths) bytes += paths.bytes;
      bytes += SUBSCRIPTION_BYTES + 8 * conditions.length;
      entries.push({ id, includePaths: paths, conditions });
      yield;
    }
    const files = yield* filesOf(entries, blocks);
    for (const { byPlace } of files) bytes += FILED_VALUE_BYTES * byPlace.size;
    const always = entries.filter(({ conditions }) => conditions.length === 0);
    return new SubscriptionIndex(always, blocks, files, bytes);
  }

  /** The subscriptions whose conditions the document meets, each once, in no given order. */
  matching(document: unknown): readonly Match[] {
    return completed(this.steps(document));
  }

  /** The same in steps, between which others may have their turn; each takes time linear in the document. */
  *steps(document: unknown): Steps<readonly Match[]> {
    const looks = this.blocks.map((block) => block.borrow());
    try {
      const candidates: Entry[] = [];
      for (const [block, { paths }] of this.files.entries()) {
        looks[block]?.at(document, paths);
        this.collect(block, looks, candidates);
        yield;
      }
      yield* this.lookFurther(
        document,
        candidates.filter(({ conditions }) => conditions.length > 1),
        looks,
      );
      const matches = [...this.always];
      let judged = 0;
      for (const entry of candidates) {
        if (entry.conditions.length === 1 || meetsAll(looks, entry)) matches.push(entry);
        judged += 1;
        if (judged % CANDIDATES_AT_ONCE === 0) yield;
      }
      return matches;
    } finally {
      for (const [block, look] of looks.entries()) this.blocks[block]?.giveBack(look);
    }
  }

  private collect(block: number, looks: readonly DocumentLook[], candidates: Entry[]): void {
    const [files, look] = [this.files[block], looks[block]];
    if (files === undefined || look === undefined) return;
    const met = new Set<Filed>();
    for (const place of look.places) {
      for (const filed of files.byPlace.get(place) ?? []) {
        if (look.has(place, filed.condition.path)) met.add(filed);
      }
    }
    for (const { path, from, filed } of files.comparisons) {
      const last = look.seenAt(path).at(-1);
      // Those that begin behind all that was seen are not met.
      for (let index = last === undefined ? -1 : lastUpTo(from, last); index >= 0; index--) {
        const one = filed[index];
        if (one !== undefined && look.meets(one.condition)) met.add(one);
      }
    }
    for (const filed of files.missing) if (look.meets(filed.condition)) met.add(filed);
    for (const { entries } of met) for (const entry of entries) candidates.push(entry);
  }

  /** Looks at the paths that only the candidates' further conditions name. */
  private *lookFurther(
    document: unknown,
    candidates: readonly Entry[],
    looks: readonly DocumentLook[],
  ): Steps<void> {
    const wanted = new Map<number, Set<number>>();
    for (const { conditions } of candidates) {
      for (const { block, path } of conditions) found(wanted, block, () => new Set<number>()).add(path);
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

function meetsAll(looks: readonly DocumentLook[], { conditions }: Entry): boolean {
  for (const condition of conditions) if (!looks[condition.block]?.meets(condition)) return false;
  return true;
}
