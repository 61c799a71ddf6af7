import { momentOf, momentText } from './moment.js';

const SETTLED = '01956b3c-8a10-7cc3-8d2f-5d0c4a9e1f00';
const TIME = 1_741_260_885_123;

describe('A moment', () => {
  it.each(['700:700:', '700:712:703,705', '5:6:5'])(
    'is equal after a conversion to text and back: %s',
    (snapshot) => {
      const moment = { time: new Date(TIME), settled: SETTLED, snapshot };
      expect(momentOf(momentText(moment))).toEqual(moment);
    },
  );

  it.each([
    '',
    '17',
    `${TIME}~${SETTLED}~700:700`,
    `${TIME}~x~700:700:`,
    `${TIME}~${SETTLED}~701:700:`,
    `${TIME}~${SETTLED}~0:700:`,
    `${TIME}~${SETTLED}~700:705:703,703`,
    `${TIME}~${SETTLED}~700:705:704,703`,
    `${TIME}~${SETTLED}~700:705:699`,
    `${TIME}~${SETTLED}~700:705:705`,
    `${TIME}~${SETTLED}~700:705:${'701,'.repeat(3_000)}702`,
    `${TIME + 600_000}~${SETTLED}~700:700:`,
  ])('is not read from %s', (text) => {
    expect(momentOf(text)).toBeNull();
  });
});
