import type { Notice, SubscriptionNotice, TemplateNotice } from './notice.js';
import { digestVariables, type NoticeReading, noticeVariables } from './notice-email.js';
import { maskedAddress } from './notice-object.js';

const READING: NoticeReading = {
  language: 'en',
  partnerName: 'Acme',
  isOperator: false,
  consoleUrl: 'https://livery.example/console',
};
const ABOUT = {
  partnerId: 1,
  id: 'n',
  objectId: '7',
  companyId: 12,
  createdAt: new Date('2026-02-03T04:05:06.789Z'),
};
const AT_RISK: SubscriptionNotice = {
  ...ABOUT,
  name: 'subscription.atRisk',
  facts: {
    url: 'https://hooks.example:8443/in?key=secret',
    attemptedAt: '2026-02-03T04:05:06.789+00:00',
    status: null,
    error: 'timeout',
    willBeDeletedAt: '2026-07-06T10:11:12.131+00:00',
  },
};
const FALLBACK: TemplateNotice = {
  ...ABOUT,
  name: 'emailTemplate.fallback',
  facts: { part: 'subject', code: 'output_too_large', message: 'Too large.' },
};
const BOUNCED: Notice = { ...ABOUT, name: 'email.bounced', facts: { code: '5.1.1' } };

const factsOf = (notice: Notice, object: object | null, reading = READING) =>
  noticeVariables({ notice, object: object === null ? null : { ...object } }, reading).facts.map(
    ({ label, value }) => [label, value],
  );

describe('The email of a notice', () => {
  it('names the exact time of the deletion and the last answer, and no query of the address', () => {
    expect(factsOf(AT_RISK, { type: 'document.accepted' })).toEqual([
      ['Will be deleted', '6 July 2026 at 12:11:12 CEST (2026-07-06T10:11:12.131Z)'],
      ['Last answer', 'No answer in time · 3 February 2026 at 05:05:06 CET'],
      ['Address', 'https://hooks.example:8443/in?…'],
      ['Event', 'document.accepted'],
    ]);
  });

  it('is in the language of its reader', () => {
    const { subject, heading, link } = noticeVariables(
      { notice: AT_RISK, object: null },
      { ...READING, language: 'sv' },
    );
    expect(subject).toMatch(/^Webhooken till hooks\.example:8443 tas bort 6 juli 2026.+12:11$/);
    expect(heading).toBe('Din webhook tas snart bort');
    expect(link).toEqual({
      href: 'https://livery.example/console#/subscriptions/7',
      text: 'Öppna webhooken',
    });
  });

  it('says why a subscription was deleted, and links to its restoration', () => {
    const notice: Notice = { ...AT_RISK, name: 'subscription.deleted' };
    const { facts, link } = noticeVariables({ notice, object: null }, READING);
    expect(facts[0]?.value).toBe('A delivery used up all its retries without a valid answer.');
    expect(link.text).toBe('Undo the deletion');
  });

  it('announces a deletion by the rule of the subscription', () => {
    const paragraphsOf = (deleteWhen: string) =>
      noticeVariables({ notice: AT_RISK, object: { deleteWhen } }, READING).paragraphs.join(' ');
    expect(paragraphsOf('deliveryFailed')).toContain('If the others fail too');
    expect(paragraphsOf('endpointFailed')).toContain('If it confirms nothing by the time below');
  });

  it('leads to the part that failed', () => {
    const linkOf = (part: 'template' | 'subject' | 'fromName') =>
      noticeVariables({ notice: { ...FALLBACK, facts: { ...FALLBACK.facts, part } }, object: null }, READING)
        .link;
    const assignments = {
      href: 'https://livery.example/console#/assignments',
      text: 'Open the assignments',
    };
    expect([linkOf('subject'), linkOf('fromName')]).toEqual([assignments, assignments]);
    expect(linkOf('template')).toEqual({
      href: 'https://livery.example/console#/templates/7',
      text: 'Open the template',
    });
  });

  it('names a template, and its id if the template has no name', () => {
    expect(noticeVariables({ notice: FALLBACK, object: { name: 'Autumn' } }, READING).subject).toContain(
      '“Autumn”',
    );
    expect(noticeVariables({ notice: FALLBACK, object: { name: null } }, READING).subject).toContain(
      '“template 7”',
    );
    expect(factsOf(FALLBACK, null).slice(0, 3)).toEqual([
      ['Fault', 'Too large.'],
      ['Template', 'template 7'],
      ['Part', 'Subject'],
    ]);
  });

  it('describes the fault of a template in the language of its reader', () => {
    const faultIn = (language: 'sv' | 'en', facts: object) => {
      const notice = { ...FALLBACK, facts: { ...FALLBACK.facts, ...facts } };
      const reading = { ...READING, language };
      const [entry] = digestVariables([{ notice, object: null }], 9, reading).entries;
      const fault = factsOf(notice, null, reading)[0]?.[1];
      expect(entry?.detail).toContain(`${fault} · `);
      return fault;
    };
    expect(faultIn('en', { line: 3 })).toBe('Too large.');
    expect(faultIn('sv', {})).toBe('Med de här uppgifterna blir mallen för stor.');
    expect(faultIn('sv', { line: 3 })).toBe('Rad 3: Med de här uppgifterna blir mallen för stor.');
    expect(faultIn('sv', { code: 'render_failed', line: 2, snippet: 'footer' })).toBe(
      'I textblocket footer, rad 2: Mallen gick inte att fylla i med de här uppgifterna.',
    );
    expect(faultIn('sv', { code: 'braces_mismatch' })).toBe(
      'Mallen är felaktig (braces_mismatch). Öppna den i konsolen för att se felet.',
    );
  });

  it('masks the recipient of an email that has bounced', () => {
    const { subject, facts } = noticeVariables(
      { notice: BOUNCED, object: { to: 'ada@client.example' } },
      READING,
    );
    expect(subject).toBe('The email to a…@client.example was not delivered');
    expect(JSON.stringify(facts)).not.toContain('ada');
    expect(['@x', 'x', ''].map(maskedAddress)).toEqual(['…', '…', '…']);
  });

  it('lists the addresses in a digest, and says how many it leaves out', () => {
    const listed = [AT_RISK, FALLBACK].map((notice) => ({ notice, object: null }));
    const { subject, entries, rest } = digestVariables(listed, 9, READING);
    expect([subject, entries.length, rest]).toEqual([
      '9 notices for Acme',
      2,
      'And 7 more. See them in the console.',
    ]);
    expect(entries[0]?.detail).toBe(
      'https://hooks.example:8443/in?… · No answer in time · 3 February 2026 at 05:05:06 CET',
    );
    expect(digestVariables(listed, 2, READING).rest).toBe('');
  });
});
