import type { Evictable, MemoryBudget } from './memory-budget.js';

/** Memory of an entry besides its structure and key. */
const ENTRY_BYTES = 256;

/** Caches the structures of one template by key, within a memory budget. */
export class StructureCache<Structure extends { readonly bytes: number }> {
  private readonly entries = new Map<string, Evictable & { readonly structure: Structure }>();

  /** @param budget null if nothing is cached */
  constructor(
    private readonly budget: MemoryBudget | null,
    private readonly uses: () => number,
  ) {}

  get count(): number {
    return this.entries.size;
  }

  get(key: string): Structure | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.budget?.use(entry);
    return entry.structure;
  }

  keep(key: string, structure: Structure): void {
    const { entries, budget, uses } = this;
    if (budget === null) return;
    const former = entries.get(key);
    if (former !== undefined) budget.free(former);
    const bytes = structure.bytes + key.length + ENTRY_BYTES;
    const entry = { structure, bytes, uses, evict: () => void entries.delete(key) };
    if (budget.keep(entry)) entries.set(key, entry);
  }

  /** Removes all structures from the budget. */
  clear(): void {
    for (const entry of this.entries.values()) this.budget?.free(entry);
  }
}
