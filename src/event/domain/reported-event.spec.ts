import { eventsOf } from './event-check.js';
import { reportedEvent } from './reported-event.js';

const EVENT = {
  id: 'evt-1',
  type: 'document.sent',
  typeId: 'doc-1',
  companyId: 7,
  createdAt: '2026-02-03T04:05:06.789Z',
  data: { id: 'doc-1', data: { name: 'Offer' } },
  company: { name: 'Lindgren Kitchens' },
  brand: 'livery',
  emails: [
    {
      kind: 'document',
      to: 'ada@client.example',
      language: 'en',
      link: { href: 'https://view.example/1' },
      subject: 'An offer',
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: 'YQ==' }],
    },
    { kind: 'document', to: 'bo@client.example', language: 'sv', link: { href: 'https://view.example/2' } },
  ],
};

describe('An event that is reported to another process', () => {
  it.each([
    ['with all members', EVENT],
    ['with those that are required', { type: 'document.sent', typeId: 'doc-1', companyId: 7, data: {} }],
  ])('arrives unchanged: %s', (_, item) => {
    const now = new Date('2026-03-01T00:00:00.000Z');
    const events = eventsOf([item], now);
    const passedOn: unknown = JSON.parse(JSON.stringify(events.map(reportedEvent)));
    expect(eventsOf(passedOn, new Date('2026-04-01T00:00:00.000Z'))).toEqual(events);
  });
});
