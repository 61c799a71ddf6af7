import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { privateFile } from './private-file.js';

describe('A private file', () => {
  let around: string;
  let file: string;

  beforeEach(() => {
    around = mkdtempSync(path.join(os.tmpdir(), 'livery-private-'));
    file = path.join(around, 'data', 'secret');
  });

  afterEach(() => rmSync(around, { recursive: true }));

  it('is created at first use, with its folder, readable by its owner only', () => {
    expect(privateFile(file, () => 'first')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps its text', () => {
    privateFile(file, () => 'first');
    expect(privateFile(file, () => 'second')).toBe('first');
  });

  it('has the text of the first of several processes, and no temporary file remains', () => {
    const text = privateFile(file, () => {
      writeFileSync(file, 'quicker');
      return 'slower';
    });
    expect(text).toBe('quicker');
    expect(readdirSync(path.dirname(file))).toEqual(['secret']);
  });
});
