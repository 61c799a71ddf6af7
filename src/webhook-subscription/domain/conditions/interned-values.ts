import { isObject } from '../../../shared/domain/is-object.js';
import { isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';

/** In place of the id of a value that is not interned. */
export const UNKNOWN = -1;
/** The ids that arrays and objects begin with. */
const ARRAY = 0;
const OBJECT = 1;
/** More than there can be ids, so that two ids fit into one number. */
const IDS = 2 ** 26;
const ENTRY_BYTES = 64;

/**
 * Assigns equal JSON values, including nested ones, the same id. The id of an array is found element by element, from
 * the id of the elements so far and the id of the next one, so the array is UNKNOWN at the first element that no
 * interned array has in that position. Objects are found in the same way from their members, ordered by id. Each part
 * is visited once, whatever the number and size of the interned values.
 */
export class InternedValues {
  private readonly primitives = new Map<Primitive, number>();
  private readonly names = new Map<string, number>();
  /** The id of each pair of an id and the following one. */
  private readonly pairs = new Map<number, number>();
  private next = OBJECT + 1;

  constructor(private readonly tally: MemoryTally) {}

  /** Interns a value and its nested values. Returns its id, or UNKNOWN for a value that JSON cannot express. */
  add(value: unknown): number {
    if (isPrimitive(value)) return this.idOf(this.primitives, value, charactersOf(value));
    if (Array.isArray(value)) {
      const parts = value.map((part) => this.add(part));
      return this.addTo(ARRAY, [parts.length, ...parts]);
    }
    if (!isObject(value)) return UNKNOWN;
    const members = Object.entries(value).map(([name, part]) =>
      this.addTo(this.idOf(this.names, name, charactersOf(name)), [this.add(part)]),
    );
    return this.addTo(OBJECT, [members.length, ...inOrder(members)]);
  }

  /** The id of a value. UNKNOWN if neither it nor a value that contains it was added. */
  find(value: unknown): number {
    if (isPrimitive(value)) return this.primitives.get(value) ?? UNKNOWN;
    if (Array.isArray(value)) {
      let id = this.arrayOf(value.length);
      for (let index = 0; id !== UNKNOWN && index < value.length; index++) {
        id = this.followedBy(id, this.find(value[index]));
      }
      return id;
    }
    if (!isObject(value)) return UNKNOWN;
    const names = Object.keys(value);
    if (!this.hasObjectOf(names.length)) return UNKNOWN;
    const members: number[] = [];
    for (const name of names) {
      const member = this.memberOf(name, this.find(value[name]));
      if (member === UNKNOWN) return UNKNOWN;
      members.push(member);
    }
    return this.objectOf(members);
  }

  /** The id to start an array of this length with, for `followedBy`. UNKNOWN if no such array is interned. */
  arrayOf(length: number): number {
    return this.followedBy(ARRAY, length);
  }

  /** The id of an array up to and including the next element. */
  followedBy(id: number, part: number): number {
    return id === UNKNOWN || part === UNKNOWN ? UNKNOWN : (this.pairs.get(id * IDS + part) ?? UNKNOWN);
  }

  /** True if an object with this many members is interned. */
  hasObjectOf(length: number): boolean {
    return this.followedBy(OBJECT, length) !== UNKNOWN;
  }

  /** The id of a member of an object. */
  memberOf(name: string, part: number): number {
    return part === UNKNOWN ? UNKNOWN : this.followedBy(this.names.get(name) ?? UNKNOWN, part);
  }

  /** @param members the ids of all members; sorted in place */
  objectOf(members: number[]): number {
    let id = this.followedBy(OBJECT, members.length);
    for (const member of inOrder(members)) id = this.followedBy(id, member);
    return id;
  }

  private addTo(start: number, parts: readonly number[]): number {
    return parts.reduce(
      (id, part) =>
        id === UNKNOWN || part === UNKNOWN ? UNKNOWN : this.idOf(this.pairs, id * IDS + part, 0),
      start,
    );
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

function inOrder(members: number[]): readonly number[] {
  return members.length < 2 ? members : members.sort((left, right) => left - right);
}

function charactersOf(value: Primitive): number {
  return typeof value === 'string' ? value.length + 16 : 0;
}
