import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import DataStream from 'nodemailer/lib/smtp-connection/data-stream.js';
import { RelayData } from './relay-data.js';

const anyMessage = fc
  .array(fc.constantFrom('.', '..', '\r\n', '\r\n.', 'a', 'å', ''), { maxLength: 60 })
  .map((parts) => Buffer.from(`From: a\r\n${parts.join('')}\r\n`));

describe('A message on its way to a relay', () => {
  it('has the bytes that nodemailer would send', async () => {
    await fc.assert(
      fc.asyncProperty(anyMessage, async (message) => {
        const theirs = new DataStream();
        theirs.end(message);
        const data = new RelayData(message);
        expect(data.hasBegun).toBe(false);
        const ours = data.pipe(new DataStream());
        expect(data.hasBegun).toBe(true);
        expect(String(await buffer(ours))).toBe(String(await buffer(theirs)));
      }),
    );
  });
});
