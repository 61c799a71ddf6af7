import { type Evictable, MemoryBudget } from './memory-budget.js';
import type { StagedRenderer } from './staged-renderer.js';

/** The templates of one thread and their structures, by the digest of the template, within one budget. */
export class TemplateCache {
  readonly budget: MemoryBudget;
  private readonly entries = new Map<string, Evictable & { readonly template: StagedRenderer }>();

  constructor(maxBytes: number) {
    this.budget = new MemoryBudget(maxBytes);
  }

  get bytes(): number {
    return this.budget.bytes;
  }

  /** The number of HTML structures that are kept. */
  get structures(): number {
    return [...this.entries.values()].reduce((sum, { template }) => sum + template.keptCount, 0);
  }

  get(digest: string): StagedRenderer | undefined {
    const entry = this.entries.get(digest);
    if (entry === undefined) return undefined;
    this.budget.use(entry);
    return entry.template;
  }

  /** Keeps a new template if there is room for it, and returns it. */
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
