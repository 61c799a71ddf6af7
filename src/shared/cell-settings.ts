import { readFileSync } from 'node:fs';
import { type Cell, type Cells, isCellName } from './domain/cell.js';
import { InvalidDatabaseUrl, parseDatabaseUrl } from './domain/database-url.js';
import { isObject } from './domain/is-object.js';
import { inSchema, isSchemaName } from './domain/schema-url.js';
import type { SettingReader } from './setting-reader.js';

const MEMBERS = ['name', 'url', 'schema', 'addresses'];
/** Limited by the ranges of ids (src/cell/domain/id-range.ts). */
const MAX_CELLS = 64;

/**
 * Reads CELLS_FILE and CELL. Adds their faults to the reader's. Null without the file: then there is only the cell of
 * DATABASE_URL.
 */
export function readCells(read: SettingReader): Cells | null {
  const file = read.text('CELLS_FILE');
  const name = read.text('CELL');
  if (file === null) {
    if (name !== null) read.faults.push('CELL names one of several cells: CELLS_FILE must list them.');
    return null;
  }
  if (read.text('DATABASE_URL') !== null)
    read.faults.push('DATABASE_URL must not be set with CELLS_FILE, which has the database of each cell.');
  for (const needed of ['SECRET_KEYS', 'INTERNAL_TOKEN']) {
    if (read.text(needed) === null)
      read.faults.push(`${needed} must be set when CELLS_FILE is, to the same in all cells.`);
  }
  const before = read.faults.length;
  const all = cellsIn(file, read);
  if (read.faults.length > before) return null;
  const own = name === null ? all[0] : all.find((cell) => cell.name === name);
  if (own !== undefined) return { own, all };
  read.faults.push(`CELL must be one of CELLS_FILE: ${all.map((cell) => cell.name).join(', ')}.`);
  return null;
}

function cellsIn(file: string, read: SettingReader): readonly Cell[] {
  const content = contentOf(file);
  if (!Array.isArray(content) || content.length === 0 || content.length > MAX_CELLS) {
    read.faults.push(
      `CELLS_FILE must be the path of a readable JSON file: an array of 1 to ${MAX_CELLS} cells, { name, url, schema, addresses }.`,
    );
    return [];
  }
  const faults = content.flatMap((entry: unknown, index) =>
    faultsOf(entry, content.length > 1).map((fault) => `CELLS_FILE: /${index}${fault}`),
  );
  read.faults.push(...faults);
  if (faults.length > 0) return [];
  const cells = content.map((entry: CellEntry) => cellOf(entry));
  for (const member of ['name', 'url'] as const) {
    const values = cells.map((cell) => cell[member]);
    if (new Set(values).size < values.length)
      read.faults.push(
        `CELLS_FILE: two cells have the same ${member === 'url' ? 'url and schema' : member}.`,
      );
  }
  return cells;
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

interface CellEntry {
  readonly name: string;
  readonly url: string;
  readonly schema?: string | null;
  readonly addresses?: readonly string[];
}

/** The faults of an entry with their pointers. Never contains values, which may be credentials. */
function faultsOf(entry: unknown, isOneOfSeveral: boolean): string[] {
  if (!isObject(entry)) return [' must be an object.'];
  const { name, url, schema = null, addresses = [] } = entry;
  const unknown = Object.keys(entry).filter((member) => !MEMBERS.includes(member));
  const faults = unknown.map((member) => `/${member} is unknown; a cell has ${MEMBERS.join(', ')}.`);
  if (typeof name !== 'string' || !isCellName(name))
    faults.push('/name must be 1 to 16 lower-case letters and digits, beginning with a letter.');
  const fault = urlFault(url);
  if (fault !== null) faults.push(`/url ${fault}.`);
  if (schema !== null && (typeof schema !== 'string' || !isSchemaName(schema)))
    faults.push('/schema must be null or lower-case letters, digits and underscores.');
  if (!Array.isArray(addresses) || !addresses.every(isOrigin))
    faults.push('/addresses must be an array of addresses without a path, such as http://10.0.0.2:3000.');
  else if (isOneOfSeveral && addresses.length === 0)
    faults.push('/addresses must have at least one address at which the other cells reach its processes.');
  return faults;
}

function urlFault(url: unknown): string | null {
  try {
    parseDatabaseUrl(typeof url === 'string' ? url : '');
    return null;
  } catch (error) {
    if (error instanceof InvalidDatabaseUrl) return error.message;
    throw error;
  }
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, origin } = new URL(value);
  return /^https?:$/.test(protocol) && origin === value.replace(/\/$/, '');
}

function cellOf({ name, url, schema = null, addresses = [] }: CellEntry): Cell {
  return {
    name,
    url: schema === null ? url : inSchema(url, schema),
    schema,
    addresses: addresses.map((address) => new URL(address).origin),
  };
}
