/**
 * Ids that sort by time: UUIDs of version 7 (RFC 9562) begin with the milliseconds since 1970. Events and emails have
 * them, so that a range of ids is a range of time.
 */
/** The time within an id, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest id that can be made at this time. */
export function firstIdAt(milliseconds: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.min(Math.max(0, Math.trunc(milliseconds)), 0xffff_ffff_ffff), 0, 6);
  return uuidOf(bytes);
}

/** Smaller than every id. */
export const SMALLEST_ID = '00000000-0000-0000-0000-000000000000';

/** The textual form of a UUID's 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
