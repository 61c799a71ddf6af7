import { deflateSync, inflateSync } from 'node:zlib';

/** The compiled form of the largest template has a few megabytes. */
const MAX_LENGTH = 64 * 1024 * 1024;
/** The length of the bytes precedes them, so that they are inflated into one buffer. */
const LENGTH_BYTES = 4;
/** Keeps zlib from allocating a second buffer. */
const SPARE_BYTES = 64;

/** Compresses bytes. Compiled markup repeats itself, so about an eighth of it is left. */
export function compressed(bytes: Uint8Array): Uint8Array {
  const deflated = deflateSync(bytes, { level: 1 });
  const result = new Uint8Array(LENGTH_BYTES + deflated.length);
  new DataView(result.buffer).setUint32(0, bytes.length);
  result.set(deflated, LENGTH_BYTES);
  return result;
}

/** Reverses `compressed`. Null for damaged bytes, which their checksum reveals. */
export function decompressed(stored: Uint8Array): Buffer | null {
  try {
    const length = new DataView(stored.buffer, stored.byteOffset, stored.length).getUint32(0);
    if (length > MAX_LENGTH) return null;
    const options = { chunkSize: length + SPARE_BYTES, maxOutputLength: Math.max(length, 1) };
    return inflateSync(stored.subarray(LENGTH_BYTES), options);
  } catch {
    return null;
  }
}

/** Compresses a value as JSON. */
export function compressedJson(value: unknown): Uint8Array {
  return compressed(Buffer.from(JSON.stringify(value)));
}

/** Reverses `compressedJson`. Undefined for anything else. */
export function valueOfCompressedJson(stored: Uint8Array): unknown {
  const bytes = decompressed(stored);
  return bytes === null ? undefined : parsedJson(bytes.toString());
}

/** Undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
