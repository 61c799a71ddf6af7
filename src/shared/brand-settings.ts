import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Brand, BrandLogo } from './domain/brand.js';
import type { SettingReader } from './setting-reader.js';

const COLOUR = /^#[0-9a-f]{6}$/;
const MAX_NAME = 60;
/** Small, because every first visit loads the logo. */
const MAX_LOGO_BYTES = 256 * 1024;
/** The media types of logos by file extension. */
const LOGO_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.webp', 'image/webp'],
]);

/** Reads the settings `<prefix>_NAME`, `_LOGO` and `_COLOR`. Adds their faults to the reader's. */
export function readBrand(read: SettingReader, prefix: string): Brand {
  const name = read.text(`${prefix}_NAME`);
  if (name !== null && name.length > MAX_NAME) {
    read.faults.push(`${prefix}_NAME may have at most ${MAX_NAME} characters.`);
  }
  const colour = read.text(`${prefix}_COLOR`)?.toLowerCase() ?? null;
  if (colour !== null && !COLOUR.test(colour)) {
    read.faults.push(`${prefix}_COLOR must be a colour, such as #0f766e.`);
  }
  return { name, colour, logo: readLogo(read, `${prefix}_LOGO`) };
}

function readLogo(read: SettingReader, name: string): BrandLogo | null {
  const value = read.text(name);
  if (value === null) return null;
  if (/^https:/i.test(value) && URL.canParse(value)) return { address: new URL(value).href };
  const contentType = LOGO_TYPES.get(path.extname(value).toLowerCase());
  try {
    const content = readFileSync(value);
    if (contentType !== undefined && content.length <= MAX_LOGO_BYTES) return { content, contentType };
  } catch {
    // Unreadable files are reported below, together with unusable ones.
  }
  read.faults.push(
    `${name} must be an https address, or the path of an SVG, PNG, JPEG or WebP file of at most 256 KiB.`,
  );
  return null;
}
