import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Outcome } from '../../src/delivery/domain/outcome.js';
import { EgressGuard } from '../../src/shared/egress/egress-guard.js';
import { EgressModule } from '../../src/shared/egress/egress.module.js';
import { InvalidSettings, Settings } from '../../src/shared/settings.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const MOST_SENDS = 5;

function isLate(outcome: Outcome): boolean {
  return outcome.kind !== 'answered' && (outcome.error === 'timeout' || /TIMEOUT/.test(outcome.reason));
}

describe('A host', () => {
  let receiver: Receiver;
  let names: NameServer;
  let sender: TestSender;
  /** Does not wait long for name servers that are silent. */
  let hasty: TestSender;

  beforeAll(async () => {
    receiver = await startReceiver({ answer: () => ({ status: 204, headers: { connection: 'close' } }) });
    names = await startNameServer({
      'receiver.test': ['127.0.0.1'],
      'both.receiver.test': ['::1', '127.0.0.1'],
      'some.receiver.test': ['10.0.0.1', '127.0.0.1', 'fd00::1'],
      'private.receiver.test': ['10.0.0.1'],
      'private6.receiver.test': ['fd00::1'],
      'mapped.receiver.test': ['::ffff:7f00:1'],
      'metadata.receiver.test': ['169.254.169.254'],
      'empty.receiver.test': [],
      'broken.receiver.test': 'servfail',
      'silent.receiver.test': 'silence',
      'named.receiver.test': ['127.0.0.2'],
    });
    sender = await startSender({
      WEBHOOK_DNS_SERVERS: names.address,
      // 127.0.0.1 represents the public internet. No other address of this machine may be reached.
      WEBHOOK_EGRESS_ALLOW: `127.0.0.1/32:${receiver.port},metadata.receiver.test,named.receiver.test:1`,
    });
    hasty = await startSender({ WEBHOOK_DNS_SERVERS: names.address, WEBHOOK_TIMEOUT_MS: '3s' });
  });

  /** The outcome of the first of some attempts for which the name server was not too late: this machine may be busy. */
  async function sent(host: string, by = sender): Promise<Outcome> {
    let outcome = await by.send(receiver.urlOf(host));
    for (let sends = 1; isLate(outcome) && sends < MOST_SENDS; sends++)
      outcome = await by.send(receiver.urlOf(host));
    return outcome;
  }

  afterAll(async () => {
    await sender.close();
    await hasty.close();
    await names.stop();
    await receiver.stop();
  });

  it('is called at the address it resolves to', async () => {
    expect(await sent('receiver.test')).toMatchObject({ status: 204 });
    expect(receiver.requests.at(-1)?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  it.each(['both', 'some'])('is called at those of its addresses that are allowed: %s', async (name) => {
    expect(await sent(`${name}.receiver.test`)).toMatchObject({ status: 204 });
  });

  it.each(['private', 'private6', 'mapped', 'metadata', 'named'])(
    'is not called at a forbidden address, which counts as a failure: %s',
    async (name) => {
      expect(await sent(`${name}.receiver.test`)).toMatchObject({ kind: 'failed', error: 'blocked' });
    },
  );

  it('is checked again at each connection', async () => {
    names.zone['rebinding.receiver.test'] = ['127.0.0.1'];
    expect(await sent('rebinding.receiver.test')).toMatchObject({ status: 204 });
    names.zone['rebinding.receiver.test'] = ['127.0.0.2'];
    expect(await sent('rebinding.receiver.test')).toMatchObject({ error: 'blocked' });
  });

  it.each(['nowhere.receiver.test', 'empty.receiver.test'])('that does not exist fails: %s', async (host) => {
    expect(await sender.send(receiver.urlOf(host))).toMatchObject({ kind: 'failed', error: 'dns' });
  });

  it.each(['broken', 'silent'])(
    'whose own name servers fail, while others answer, fails: %s',
    async (name) => {
      const outcome = await hasty.send(receiver.urlOf(`${name}.receiver.test`));
      expect(outcome).toMatchObject({ kind: 'failed', error: 'dns' });
    },
  );

  it('is resolved once for all waiting connections', async () => {
    const host = 'shared.receiver.test';
    names.zone[host] = ['127.0.0.1'];
    const answered = async (): Promise<boolean> => {
      names.questions.length = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, async () => sender.send(receiver.urlOf(host))),
      );
      return outcomes.every((outcome) => outcome.kind === 'answered');
    };
    expect((await answered()) || (await answered())).toBe(true);
    // One for each family. Each is repeated once if the answer is late on a busy machine.
    const questions = names.questions.filter((question) => question === host).length;
    expect([2, 3, 4]).toContain(questions);
  });

  it.each<[string, Record<string, 'silence' | 'servfail'> | null]>([
    ['is gone', null],
    ['is silent', { '*': 'silence' }],
    ['has lost its way out', { '*': 'servfail' }],
  ])('that cannot be resolved because the resolver %s is an internal fault', async (_what, zone) => {
    const resolver = await startNameServer(zone ?? {});
    const cutOff = await startSender({ WEBHOOK_DNS_SERVERS: resolver.address, WEBHOOK_TIMEOUT_MS: '1500' });
    if (zone === null) await resolver.stop();
    expect(await cutOff.send(receiver.urlOf('receiver.test'))).toMatchObject({
      kind: 'local fault',
      error: 'dns',
    });
    await cutOff.close();
    if (zone !== null) await resolver.stop();
  });

  it('of the allow list may be one that only this machine knows', async () => {
    const inside = await startSender({
      WEBHOOK_EGRESS_ALLOW: `localhost:${receiver.port},receiver.test:${receiver.port}`,
      WEBHOOK_DNS_SERVERS: names.address,
    });
    expect(await sent('localhost', inside)).toMatchObject({ status: 204 });
    expect(await sent('receiver.test', inside)).toMatchObject({ status: 204 });
    await inside.close();
  });

  it.each([
    ['https://10.0.0.1/', 'a private address'],
    ['https://127.0.0.1:8443/', 'a loopback address'],
    ['http://receiver.test/', 'https'],
    ['https://localhost/', 'dot'],
  ])('that the settings no longer allow is an internal fault: %s', async (url, why) => {
    const outcome = await sender.send(url);
    expect(outcome).toMatchObject({
      kind: 'local fault',
      error: 'blocked',
      reason: expect.stringContaining(why),
    });
  });

  it('is refused if the connection has another address than the checked one', async () => {
    class ChangesItsMind extends EgressGuard {
      private asked = 0;

      override refusalOf(): string | null {
        this.asked += 1;
        return this.asked === 1 ? null : 'an address that nobody expected';
      }
    }
    const before = receiver.requests.length;
    const wary = await startSender({}, (settings) => new ChangesItsMind(settings));
    expect(await wary.send(receiver.url)).toMatchObject({ kind: 'failed', error: 'blocked' });
    expect(receiver.requests).toHaveLength(before);
    await wary.close();
  });

  it.each(['127.0.0.1', 'localhost'])('is never this service itself: %s', async (host) => {
    const own = await startSender({
      PORT: String(receiver.port),
      WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8,localhost',
    });
    const before = receiver.requests.length;
    const outcome = await own.send(receiver.urlOf(host));
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: 'blocked',
      reason: expect.stringContaining('itself'),
    });
    expect(receiver.requests).toHaveLength(before);
    await own.close();
  });
});

describe('The guard of a running service', () => {
  it('refuses the port on which the service listens', async () => {
    const settings = new Settings({ PORT: '0', WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8' });

    @Global()
    @Module({ providers: [{ provide: Settings, useValue: settings }], exports: [Settings] })
    class SettingsModule {}

    @Module({ imports: [SettingsModule, EgressModule] })
    class ServiceModule {}

    const app = await NestFactory.create(ServiceModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const { port } = new URL(await app.getUrl());
    const guard = app.get(EgressGuard, { strict: false });
    expect(guard.refusalOf(guard.target(`https://127.0.0.1:${port}/`), '127.0.0.1')).toBe(
      'this service itself',
    );
    expect(guard.refusalOf(guard.target('https://127.0.0.1:8443/'), '127.0.0.1')).toBeNull();
    await app.close();
  });
});

describe('The settings of egress', () => {
  it.each([
    ['WEBHOOK_EGRESS_ALLOW', '127.0.0.1/33'],
    ['WEBHOOK_EGRESS_ALLOW', '169.254.0.0/16'],
    ['WEBHOOK_DNS_SERVERS', 'resolver.test'],
    ['WEBHOOK_DNS_SERVERS', '127.0.0.1:99999'],
    ['WEBHOOK_CA_FILE', '/does/not/exist.pem'],
    ['WEBHOOK_CA_FILE', import.meta.filename ?? '.'],
    ['WEBHOOK_TIMEOUT_MS', '0'],
  ])('prevent the start if they are invalid: %s=%s', (name, value) => {
    expect(() => new Settings({ [name]: value })).toThrow(InvalidSettings);
    expect(() => new Settings({ [name]: value })).toThrow(name);
  });

  it('are all named at once', () => {
    expect(() => new Settings({ WEBHOOK_EGRESS_ALLOW: 'x/y', WEBHOOK_DNS_SERVERS: 'z' })).toThrow(
      /WEBHOOK_EGRESS_ALLOW[^]*WEBHOOK_DNS_SERVERS/,
    );
  });

  it.each(['10.0.0.2', '10.0.0.2:5353', 'fd00::2', '[fd00::2]:53', ' 10.0.0.2 , 10.0.0.3:53 '])(
    'accept name servers with and without a port: %s',
    (value) => {
      expect(() => new Settings({ WEBHOOK_DNS_SERVERS: value })).not.toThrow();
    },
  );
});
