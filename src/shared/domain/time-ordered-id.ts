import { randomBytes } from 'node:crypto';

/**
 * Ids that sort by time: UUIDs of version 7 (RFC 9562), which begin with the milliseconds since 1970. Events and emails
 * use them, so that a range of ids is a range of time.
 */
export const TIME_ORDERED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The time within an id, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest possible id of this time. */
export function firstIdAt(milliseconds: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.min(Math.max(0, Math.trunc(milliseconds)), 0xffff_ffff_ffff), 0, 6);
  return uuidOf(bytes);
}

/** Creates an id of this time. Its order among ids of the same millisecond is random. */
export function newIdAt(milliseconds: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Math.trunc(milliseconds), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return uuidOf(bytes);
}

/** Smaller than every id. */
export const SMALLEST_ID = '00000000-0000-0000-0000-000000000000';

/** The textual form of a UUID's 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
