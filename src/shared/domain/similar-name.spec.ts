import { similarName } from './similar-name.js';

const NAMES = ['clientFirstName', 'client', 'company', 'link', 'pdfLink', 'year', 'language'];

describe('similarName', () => {
  it.each([
    ['clientFirstNme', 'clientFirstName'],
    ['clientfirstname', 'clientFirstName'],
    ['clinet', 'client'],
    ['comapny', 'company'],
    ['compani', 'company'],
    ['lnk', 'link'],
    ['yera', 'year'],
    ['pdflink', 'pdfLink'],
  ])('suggests for %s: %s', (written, meant) => {
    expect(similarName(written, NAMES)).toBe(meant);
  });

  it.each(['', 'x', 'invoice', 'clientName', 'lang', 'a'.repeat(10_000)])(
    'suggests nothing for %s',
    (written) => {
      expect(similarName(written, NAMES)).toBeNull();
    },
  );
});
