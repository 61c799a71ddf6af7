import { isContainer, isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';

/** In place of the id of a value that is not interned. */
export const UNKNOWN = -1;
const ENTRY_BYTES = 64;

/**
 * Gives equal JSON values the same id, and the values inside them too. An array or object of a document is looked up by
 * the ids of its parts, so each part is visited once, whatever the number and size of the interned values.
 */
export class InternedValues {
  private readonly primitives = new Map<Primitive, number>();
  private readonly containers = new Map<string, number>();
  private mostParts = 0;
  private next = 0;

  constructor(private readonly tally: MemoryTally) {}

  /** Interns a value and those inside it. Returns its id, or UNKNOWN for a value that JSON cannot express. */
  add(value: unknown): number {
    if (isPrimitive(value)) {
      return this.idOf(this.primitives, value, typeof value === 'string' ? value.length + 16 : 0);
    }
    if (!isContainer(value)) return UNKNOWN;
    const ids = Object.values(value).map((part) => this.add(part));
    this.mostParts = Math.max(this.mostParts, ids.length);
    const key = keyOf(value, ids);
    return this.idOf(this.containers, key, key.length);
  }

  /** The id of a value; UNKNOWN if neither it nor a value around it was added. */
  find(value: unknown): number {
    if (isPrimitive(value)) return this.primitives.get(value) ?? UNKNOWN;
    if (!isContainer(value) || !this.mayContain(value)) return UNKNOWN;
    const ids: number[] = [];
    for (const part of Object.values(value)) {
      const id = this.find(part);
      if (id === UNKNOWN) return UNKNOWN;
      ids.push(id);
    }
    return this.findContainer(value, ids);
  }

  /** False if an array or object has more parts than any interned one. */
  mayContain(container: object): boolean {
    return partsOf(container) <= this.mostParts;
  }

  /** @param ids of its parts, in the order of `Object.values` */
  findContainer(container: object, ids: readonly number[]): number {
    return this.containers.get(keyOf(container, ids)) ?? UNKNOWN;
  }

  private idOf<Key>(ids: Map<Key, number>, key: Key, bytes: number): number {
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
