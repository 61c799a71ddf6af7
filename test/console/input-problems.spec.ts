import { inputProblemSv } from '../../console/src/i18n/input-problems-sv.js';
import { EgressAllowList } from '../../src/shared/domain/egress-allow-list.js';
import { urlProblem } from '../../src/shared/domain/egress-url.js';
import { constraintTable } from '../../src/shared/http/constraint-table.js';

const BAD_URLS = [
  `https://partner.example/${'x'.repeat(3000)}`,
  'https://partner.example/a b',
  'http://partner.example',
  'https://partner.example/#top',
  'https://user@partner.example',
  'https://partner.example:99999',
  'https://partner.example:25',
  'https://0x7f.1/',
  'https://10.0.0.1/',
  'https://ｐartner.example/',
  'https://-partner.example/',
  'https://partner/',
  'https://partner.local/',
];

describe('Sentences about fields in the Swedish console', () => {
  it.each([...constraintTable].map(([name, explain]) => [name, explain] as const))(
    'have a translation for the constraint %s',
    (_name, explain) => {
      const [, sentence] = explain({ value: 'x', argument: '2', argumentOf: () => '5' });
      expect(inputProblemSv(sentence)).not.toBe(sentence);
    },
  );

  it.each(BAD_URLS)('have a translation for the fault of %s', (url) => {
    const found = urlProblem(url, EgressAllowList.parse('')) ?? '';
    const sentence = `${found.replace(/^must/, 'Must')}.`;
    expect(found).not.toBe('');
    expect(inputProblemSv(sentence)).not.toBe(sentence);
  });

  it('keep what varies, and stay as they are without a translation', () => {
    expect(inputProblemSv('Must be from 1 to 1000.')).toBe('Måste vara från 1 till 1000.');
    expect(inputProblemSv('Must not be beside operators, which begin with $.')).toBe(
      'Får inte stå bredvid operatorer, som börjar med $.',
    );
    expect(inputProblemSv('Must be a miracle.')).toBe('Must be a miracle.');
  });
});
