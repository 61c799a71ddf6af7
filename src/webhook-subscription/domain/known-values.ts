import { isContainer, isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';

/** In place of an id, for a value that is not known. */
export const UNKNOWN = -1;
const ENTRY_BYTES = 64;

/**
 * Numbers JSON values by their content: equal values have one id, as do the values within them. So an array or object
 * of a document is found from the ids of its parts, each of which is looked at once, however large the values are that
 * it is compared with and however many there are.
 */
export class KnownValues {
  private readonly primitives = new Map<Primitive, number>();
  private readonly containers = new Map<string, number>();
  private mostParts = 0;
  private next = 0;

  constructor(private readonly tally: MemoryTally) {}

  /** Numbers a value and those within it. Returns its id; UNKNOWN for what JSON cannot express. */
  add(value: unknown): number {
    if (isPrimitive(value)) {
      return this.numbered(this.primitives, value, typeof value === 'string' ? value.length + 16 : 0);
    }
    if (!isContainer(value)) return UNKNOWN;
    const ids = Object.values(value).map((part) => this.add(part));
    this.mostParts = Math.max(this.mostParts, ids.length);
    const key = keyOf(value, ids);
    return this.numbered(this.containers, key, key.length);
  }

  /** The id of a value; UNKNOWN when it was not added, nor is within one that was. */
  find(value: unknown): number {
    if (isPrimitive(value)) return this.primitives.get(value) ?? UNKNOWN;
    if (!isContainer(value) || !this.mayKnow(value)) return UNKNOWN;
    const ids: number[] = [];
    for (const part of Object.values(value)) {
      const id = this.find(part);
      if (id === UNKNOWN) return UNKNOWN;
      ids.push(id);
    }
    return this.findContainer(value, ids);
  }

  /** False when an array or object has more parts than any that is known. */
  mayKnow(container: object): boolean {
    return partsOf(container) <= this.mostParts;
  }

  /** @param ids of its parts, in the order of `Object.values`. */
  findContainer(container: object, ids: readonly number[]): number {
    return this.containers.get(keyOf(container, ids)) ?? UNKNOWN;
  }

  private numbered<Key>(ids: Map<Key, number>, key: Key, bytes: number): number {
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = this.next++;
    ids.set(key, id);
    this.tally.add(ENTRY_BYTES + bytes);
    return id;
  }
}

function partsOf(container: object): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

function keyOf(container: object, ids: readonly number[]): string {
  if (Array.isArray(container)) return `[${ids.join()}`;
  const members = Object.keys(container).map((name, index) => `${JSON.stringify(name)}:${ids[index]}`);
  return members.length < 2 ? `{${members.join()}` : `{${members.sort().join()}`;
}
