import { type Evictable, MemoryBudget } from './memory-budget.js';
import { type StagedParts, StagedRenderer } from './staged-renderer.js';
import { UseCounts } from './use-counts.js';

/**
 * Caches the templates of one thread and their structures by digest, within one memory budget. When it is full, a
 * template that is quickly made ready again gets in only if it is used more often than what would leave for it.
 */
export class TemplateCache {
  private readonly budget: MemoryBudget;
  private readonly entries = new Map<string, Evictable & { readonly template: StagedRenderer }>();
  private readonly counts = new UseCounts();

  constructor(maxBytes: number) {
    this.budget = new MemoryBudget(maxBytes);
  }

  get bytes(): number {
    return this.budget.bytes;
  }

  /** The number of cached HTML structures. */
  get structures(): number {
    return [...this.entries.values()].reduce((sum, { template }) => sum + template.keptCount, 0);
  }

  /** Returns a template for one use. */
  get(digest: string): StagedRenderer | undefined {
    this.counts.add(digest);
    const entry = this.entries.get(digest);
    if (entry === undefined) return undefined;
    this.budget.use(entry);
    return entry.template;
  }

  /**
   * Returns a new template, cached if it is worth the memory.
   * @param isStored whether it need not be compiled again
   */
  keep(digest: string, parts: StagedParts, isStored: boolean): StagedRenderer {
    const { entries, budget } = this;
    const uses = () => this.counts.of(digest);
    const bytes = StagedRenderer.bytesOf(parts) + digest.length;
    if (isStored && !budget.admits({ bytes, uses })) return new StagedRenderer(parts, null, uses);
    const template = new StagedRenderer(parts, budget, uses);
    const evict = (): void => {
      entries.delete(digest);
      template.clear();
    };
    const entry = { template, bytes, uses, evict };
    if (budget.keep(entry)) entries.set(digest, entry);
    return template;
  }
}
