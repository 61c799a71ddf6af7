import { type Evictable, MemoryBudget } from './memory-budget.js';
import type { StagedRenderer } from './staged-renderer.js';

/** Caches the templates of one thread and their structures by digest, within one memory budget. */
export class TemplateCache {
  readonly budget: MemoryBudget;
  private readonly entries = new Map<string, Evictable & { readonly template: StagedRenderer }>();

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

  get(digest: string): StagedRenderer | undefined {
    const entry = this.entries.get(digest);
    if (entry === undefined) return undefined;
    this.budget.use(entry);
    return entry.template;
  }

  /** Caches a new template if there is room, and returns it. */
  keep(digest: string, template: StagedRenderer): StagedRenderer {
    const { entries } = this;
    const evict = (): void => {
      entries.delete(digest);
      template.clear();
    };
    const entry = { template, bytes: template.bytes + digest.length, evict };
    if (this.budget.keep(entry)) entries.set(digest, entry);
    return template;
  }
}
