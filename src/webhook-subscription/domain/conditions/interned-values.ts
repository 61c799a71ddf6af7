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
 * Gives equal JSON values the same id, and the values inside them too. The id of an array is found part by part, from the
 * id of the parts so far and that of the next part, so the first part that no interned array has in that position makes
 * the array UNKNOWN. An object is found in the same way from its members, in the order of their ids. Each part is visited
 * once, whatever the number and size of the interned values.
 */
export class InternedValues {
  private readonly primitives = new Map<Primitive, number>();
  private readonly names = new Map<string, number>();
  /** The id of each pair of an id and the one that follows it. */
  private readonly pairs = new Map<number, number>();
  private next = OBJECT + 1;

  constructor(private readonly tally: MemoryTally) {}

  /** Interns a value and those inside it. Returns its id, or UNKNOWN for a value that JSON cannot express. */
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

  /** The id of a value; UNKNOWN if neither it nor a value around it was added. */
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

  /** The start of an array with this many elements, to which `followedBy` adds them; UNKNOWN if none is interned. */
  arrayOf(length: number): number {
    return this.followedBy(ARRAY, length);
  }

  /** The id of an array up to and including this part. */
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
