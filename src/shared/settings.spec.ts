import { InvalidSettings, Settings } from './settings.js';

const SECRET_KEYS = `k1:${Buffer.alloc(32).toString('base64')}`;

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    void new Settings(environment);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.faults;
    throw error;
  }
  return [];
}

describe('The settings', () => {
  it.each([
    ['', null],
    ['1', 1],
    [
      'loopback, 10.0.0.0/8,2001:db8::/32, 192.0.2.1',
      ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'],
    ],
  ])('take TRUST_PROXY as %j', (text, expected) => {
    expect(new Settings({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  it.each(['0', 'true', '10.0.0.0/33', '2001:db8::/129', 'proxy.example', '10.0.0.1,'.repeat(2) + 'x'])(
    'refuse TRUST_PROXY=%s',
    (text) => {
      expect(faultsOf({ TRUST_PROXY: text })).toEqual([expect.stringContaining('TRUST_PROXY')]);
    },
  );

  it('accept origins of pages and a brand for the console, and refuse invalid ones', () => {
    const { consoleFrameOrigins, consoleBrand } = new Settings({
      CONSOLE_FRAME_ORIGINS: 'https://app.example, http://localhost:8080',
      CONSOLE_NAME: 'Acme',
      CONSOLE_COLOR: '#E4002B',
      CONSOLE_LOGO: 'https://app.example/logo.svg',
    });
    expect(consoleFrameOrigins).toEqual(['https://app.example', 'http://localhost:8080']);
    expect(consoleBrand).toEqual({
      name: 'Acme',
      colour: '#e4002b',
      logo: { address: 'https://app.example/logo.svg' },
    });
    for (const origin of ['*', 'https://app.example/', 'http://app.example', 'https://*.example', 'null']) {
      const faults = faultsOf({ CONSOLE_FRAME_ORIGINS: `https://app.example,${origin}` });
      expect(faults).toEqual([expect.stringContaining('CONSOLE_FRAME_ORIGINS must be')]);
    }
    expect(
      faultsOf({ CONSOLE_NAME: 'x'.repeat(61), CONSOLE_COLOR: 'red', CONSOLE_LOGO: '/etc/hostname' }),
    ).toEqual([
      expect.stringContaining('CONSOLE_NAME may have'),
      expect.stringContaining('CONSOLE_COLOR must be'),
      expect.stringContaining('CONSOLE_LOGO must be'),
    ]);
  });

  it('divide the resources of the machine and the relays among PROCESSES', () => {
    const settings = new Settings({
      PROCESSES: '4',
      RENDER_THREADS: '12',
      SMTP_URL: 'smtp://localhost?connections=10&perSecond=2',
      MAIL_FROM: 'documents@livery.example',
    });
    expect(settings).toMatchObject({
      processes: 4,
      renderThreads: 3,
      smtpRelays: [{ maxConnections: 2, maxPerSecond: 0.5 }],
    });
    expect(new Settings({ PROCESSES: '64', RENDER_THREADS: '4' }).renderThreads).toBe(2);
    expect(new Settings({ PROCESSES: 'auto' }).processes).toBeGreaterThan(0);
    expect(new Settings({}).processes).toBe(1);
  });

  it.each(['0', '65', '-1', 'all', '1.5'])('refuse PROCESSES=%s', (text) => {
    expect(faultsOf({ PROCESSES: text })).toEqual(['PROCESSES must be auto or a whole number from 1 to 64.']);
  });

  it('bound the values of limits, and report all faults at once', () => {
    expect(
      faultsOf({
        RATE_LIMIT_PER_PARTNER: '-1',
        RATE_LIMIT_PER_ADDRESS: 'many',
        MAX_TEMPLATES_PER_PARTNER: '0',
        MAX_SUBSCRIPTIONS_PER_PARTNER: '1.5',
      }).map((fault) => fault.split(' ', 1)[0]),
    ).toEqual([
      'RATE_LIMIT_PER_PARTNER',
      'RATE_LIMIT_PER_ADDRESS',
      'MAX_TEMPLATES_PER_PARTNER',
      'MAX_SUBSCRIPTIONS_PER_PARTNER',
    ]);
    expect(new Settings({ RATE_LIMIT_PER_PARTNER: '0' }).rateLimitPerPartner).toBe(0);
  });

  it.each(['127.0.0.1', '::', 'fe80::1%eth0', 'localhost', 'a_b.internal'])('listen on HOST=%s', (host) => {
    expect(new Settings({ HOST: host }).host).toBe(host);
  });

  it.each(['[::1]', '127.0.0.1:80', '999.1.1.1', 'http://x', 'a b', '*'])(
    'refuse HOST=%s together with the other faults',
    (host) => {
      expect(faultsOf({ HOST: host, LOG_LEVEL: 'loud' })).toEqual([
        expect.stringMatching(/^HOST must be /),
        expect.stringMatching(/^LOG_LEVEL must be /),
      ]);
    },
  );

  it('refuse tokens that can be guessed or cannot be sent, among the other faults and without repeating the tokens', () => {
    const tokens = { INTERNAL_TOKEN: 'fifteen-letters', METRICS_TOKEN: 'sixteen or more letters' };
    const faults = faultsOf({ ...tokens, PORT: 'x' });
    expect(faults.map((fault) => fault.split(' ', 1).join())).toEqual([
      'PORT',
      'INTERNAL_TOKEN',
      'METRICS_TOKEN',
    ]);
    expect(faults.join()).not.toMatch(/fifteen|sixteen/);
    expect(new Settings({ INTERNAL_TOKEN: 'sixteen-letters!' }).internalToken).toBe('sixteen-letters!');
  });

  it('read CREDENTIALS_FOLLOW_URL, on by default', () => {
    expect(new Settings({}).credentialsFollowUrl).toBe(true);
    expect(new Settings({ CREDENTIALS_FOLLOW_URL: 'off' }).credentialsFollowUrl).toBe(false);
    expect(faultsOf({ CREDENTIALS_FOLLOW_URL: 'no' })).toEqual([
      'CREDENTIALS_FOLLOW_URL must be one of on, off.',
    ]);
  });

  it.each([
    'postgres://localhost/livery',
    'postgresql://user:p%40ss@[::1]:5432/livery?sslmode=require',
    'postgres://user:password@/livery?host=/var/run/postgresql',
  ])('take DATABASE_URL=%s', (url) => {
    expect(new Settings({ DATABASE_URL: url, SECRET_KEYS }).databaseUrl).toBe(url);
  });

  it.each([
    'livery',
    'mysql://localhost/livery',
    'postgres:livery',
    'postgres://user:pass#word@localhost/livery',
  ])('refuse DATABASE_URL=%s together with the other faults, and do not repeat it', (url) => {
    const faults = faultsOf({ DATABASE_URL: url, PORT: 'x' });
    expect(faults.map((fault) => fault.split(' ', 1).join())).toEqual([
      'DATABASE_URL',
      'PORT',
      'SECRET_KEYS',
    ]);
    expect(faults.join()).not.toContain('pass#word');
  });

  it('require a sender for a relay, and never repeat a password', () => {
    const relay = 'smtp://user:secret-word@mail.example';
    expect(new Settings({ SMTP_URL: relay, MAIL_FROM: 'documents@livery.example' })).toMatchObject({
      smtpRelays: [{ host: 'mail.example', requiresTls: true }],
      mailFrom: 'documents@livery.example',
    });
    expect(new Settings({})).toMatchObject({ smtpRelays: [], mailFrom: 'livery@localhost' });
    const faults = faultsOf({
      SMTP_URL: `${relay}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'Livery <documents@livery.example>',
      SMTP_TIMEOUT_MS: '0',
      EMAIL_RETRY_SCHEDULE: 'soon',
      SMTP_CA_FILE: '/nowhere',
    });
    expect(faults.map((fault) => fault.split(' ', 1).join()).toSorted()).toEqual([
      'EMAIL_RETRY_SCHEDULE',
      'MAIL_FROM',
      'SMTP_CA_FILE',
      'SMTP_TIMEOUT_MS',
      'SMTP_URL',
    ]);
    expect(faults.join()).not.toContain('secret-word');
    expect(faultsOf({ SMTP_URL: relay })).toEqual([expect.stringContaining('MAIL_FROM must be set')]);
  });

  it('accept delays between retries of up to a year', () => {
    expect(new Settings({ WEBHOOK_RETRY_SCHEDULE: '0,5s,365d' }).retryScheduleMs).toEqual([
      0, 5_000, 31_536_000_000,
    ]);
    for (const WEBHOOK_RETRY_SCHEDULE of ['5s,,20s', '5s,366d', '9'.repeat(400), '-1', '5 s']) {
      expect(faultsOf({ WEBHOOK_RETRY_SCHEDULE })).toEqual([
        'WEBHOOK_RETRY_SCHEDULE must be a comma-separated list of durations of at most 365 days, such as 5000, 5s or 1h25m.',
      ]);
    }
  });

  it('accept the broker of an event source, and never repeat a password', () => {
    expect(new Settings({}).eventSource).toBeNull();
    expect(new Settings({ EVENT_SOURCE: 'amqp://rabbit' }).eventSource).toEqual({
      url: expect.objectContaining({ kind: 'amqp' }),
      name: 'livery.events',
      deadLetters: 'livery.events.dead-letters',
      group: 'livery',
      prefetch: 100,
      ca: null,
    });
    const faults = faultsOf({
      EVENT_SOURCE: 'kafka://user:secret-word@kafka',
      EVENT_SOURCE_NAME: 'two words',
      EVENT_SOURCE_DEAD_LETTERS: 'two words',
      EVENT_SOURCE_PREFETCH: '0',
      EVENT_SOURCE_CA_FILE: '/nowhere',
    });
    expect(faults.map((fault) => fault.split(' ', 1).join())).toEqual([
      'EVENT_SOURCE_PREFETCH',
      'EVENT_SOURCE_CA_FILE',
      'EVENT_SOURCE_NAME',
      'EVENT_SOURCE_DEAD_LETTERS',
      'EVENT_SOURCE_DEAD_LETTERS',
    ]);
    expect(faultsOf({ EVENT_SOURCE: 'rabbit://user:secret-word@host' }).join()).toMatch(
      /^EVENT_SOURCE must be amqp:/,
    );
    expect(faults.join()).not.toContain('secret-word');
  });
});
