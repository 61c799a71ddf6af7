import { deflateSync, inflateSync } from 'node:zlib';

/** The compiled form of the largest template has a few megabytes. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** A value as compressed JSON, in a buffer of its own: compiled markup repeats itself, so an eighth of it is left. */
export function compressedJson(value: unknown): Uint8Array {
  return new Uint8Array(deflateSync(JSON.stringify(value), { level: 1 }));
}

/** The value again; undefined for damaged bytes, which the checksum in them reveals. */
export function valueOfCompressedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(inflateSync(bytes, { maxOutputLength: MAX_LENGTH }).toString());
  } catch {
    return undefined;
  }
}
