import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { eventually } from '../delivery/deliveries.js';
import { loggedTo, mailsTo } from '../email/emails.js';
import type { TestPartner } from '../support/app.js';
import { ENDLESS, HEAVY, LONG_LIST, RenderScene } from './render-scene.js';

const PATIENCE_MS = 240_000;
/** This many for each processor. */
const BURNERS = 4;
/** Longer than any of these tests. */
const HANGING = { RENDER_SEND_TIMEOUT_MS: '60s', SMTP_TIMEOUT_MS: '1000' };
/** The timeout of an email, with the SMTP timeout above. */
const LEASE_MS = 11_000;

let scene: RenderScene;
/** Closes the scene of the test that has ended. */
const closeScene = () => scene.close();

describe('Emails with heavy templates on a machine that others keep busy', () => {
  const burners: ChildProcess[] = [];
  afterEach(closeScene);
  afterEach(() => {
    for (const burner of burners.splice(0)) burner.kill('SIGKILL');
  });

  it(
    'are all sent with the partner’s template',
    async () => {
      scene = await RenderScene.open({ RENDER_TEST_TIMEOUT_MS: '1s', RENDER_SEND_TIMEOUT_MS: '1s' });
      const partners = await Promise.all(Array.from({ length: 4 }, () => scene.partnerWith(HEAVY)));
      for (let count = 0; count < BURNERS * availableParallelism(); count++) {
        burners.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
      }
      const recipients = (partner: number) =>
        Array.from({ length: 5 }, (_, email) => `p${partner}-${email}@client.example`);
      await Promise.all(partners.map((partner, number) => scene.ask(partner, recipients(number))));
      const mails = await eventuallyAll(20);
      expect(mails.map(({ parsed }) => parsed.html?.includes('<p>Heavy</p>'))).toEqual(Array(20).fill(true));
      for (const partner of partners) {
        const { body } = await scene.app.request('GET', '/partner/email', { key: partner.key });
        expect(body.map(({ fallback }: { fallback: unknown }) => fallback)).toEqual(Array(5).fill(null));
      }
    },
    PATIENCE_MS,
  );

  async function eventuallyAll(count: number) {
    const end = performance.now() + PATIENCE_MS / 2;
    while (scene.relay.mails.length < count && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return scene.relay.mails;
  }
});

describe('A template that hangs when its email is sent', () => {
  afterEach(closeScene);

  async function hanging(): Promise<TestPartner> {
    scene = await RenderScene.open(HANGING);
    const partner = await scene.partnerWith(ENDLESS);
    await scene.ask(partner, ['hanging@client.example']);
    await eventually(
      async () => scene.waiting(),
      ([email]) => email?.isLeased === true,
    );
    return partner;
  }

  it(
    'delays no other partner’s email, and is replaced, with the reason, once its CPU time is used up',
    async () => {
      const partner = await hanging();
      const other = await scene.partnerWith('<p>Hello from another</p>');
      await scene.ask(other, ['other@client.example']);
      const [mail] = await mailsTo(scene.relay, 'other@client.example');
      expect(mail?.parsed.html).toContain('Hello from another');
      expect(scene.relay.to('hanging@client.example')).toEqual([]);
      await scene.service.end('SIGKILL');
      await scene.restart({ RENDER_TEST_TIMEOUT_MS: '200', RENDER_SEND_TIMEOUT_MS: '200' });
      await mailsTo(scene.relay, 'hanging@client.example');
      expect(await loggedTo(scene.app, partner, 'hanging@client.example')).toMatchObject({
        templateId: null,
        fallback: { code: 'deadline_exceeded' },
      });
    },
    PATIENCE_MS,
  );

  it(
    'does not prevent a service from ending in order, and the email is due at once',
    async () => {
      await hanging();
      expect(await scene.service.end('SIGTERM')).toBe(0);
      const [email] = await scene.waiting();
      expect(email?.isLeased).toBe(false);
      expect(email?.dueInMs).toBeLessThanOrEqual(0);
    },
    PATIENCE_MS,
  );

  it(
    'delays the email by at most a lease after kill -9',
    async () => {
      await hanging();
      await scene.service.end('SIGKILL');
      const [email] = await scene.waiting();
      expect(email?.isLeased).toBe(true);
      expect(email?.dueInMs).toBeLessThanOrEqual(LEASE_MS);
      await scene.restart({ RENDER_TEST_TIMEOUT_MS: '200', RENDER_SEND_TIMEOUT_MS: '200' });
      expect(await mailsTo(scene.relay, 'hanging@client.example')).toHaveLength(1);
    },
    PATIENCE_MS,
  );
});

describe('Two partners that keep render threads busy through the API', () => {
  afterEach(closeScene);

  it(
    'delay the renders of a third one by only a few of theirs',
    async () => {
      scene = await RenderScene.open({ RENDER_TEST_TIMEOUT_MS: '2s', RENDER_THREADS: '2' });
      const { app } = scene;
      const over = new AbortController();
      let ended = 0;
      const storm = async ({ key }: TestPartner) => {
        const body = { type: 'html', parser: 'hbs', data: ENDLESS };
        const { body: template } = await app.request('POST', '/partner/emailTemplate', { key, body });
        const path = `/partner/emailTemplate/${template.id}/render`;
        const data = { document: LONG_LIST };
        while (!over.signal.aborted) {
          const answer = await app.request('POST', path, { key, body: { data } });
          if (!over.signal.aborted) expect(answer.body.code).toBe('render_limit_exceeded');
          ended += 1;
        }
      };
      const attackers = await Promise.all([scene.app.partner(), scene.app.partner()]);
      const storms = Promise.all(attackers.flatMap((attacker) => [storm(attacker), storm(attacker)]));
      const third = await app.partner();
      const body = { type: 'html', parser: 'hbs', data: 'Hello {{name}}' };
      const { body: template } = await app.request('POST', '/partner/emailTemplate', {
        key: third.key,
        body,
      });
      // From here on both are known to be slow.
      await eventually(
        async () => ended,
        (count) => count >= 3,
      );
      const before = ended;
      for (let count = 0; count < 20; count++) {
        const answer = await app.request('POST', `/partner/emailTemplate/${template.id}/render`, {
          key: third.key,
          body: { data: { name: 'Ada' } },
        });
        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Hello Ada')]);
      }
      // One that waits for theirs every time waits for at least twenty. A busy machine takes longer for the requests.
      expect(ended - before).toBeLessThanOrEqual(10);
      over.abort();
      await storms;
    },
    PATIENCE_MS,
  );
});
