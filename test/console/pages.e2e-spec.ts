import { startApp, type TestApp } from '../support/app.js';

describe('The console’s pages', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('load all files from the service, require no credential, and are cached under hashed names', async () => {
    const page = await app.request('GET', '/console');
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(files.length).toBeGreaterThanOrEqual(3);
    const seen = new Set<string>();
    for (const file of files) {
      expect(file).toMatch(/^\/console\/(icon\.svg|assets\/[\w-]+\.(js|css|woff2))$/);
      if (seen.has(file)) continue;
      seen.add(file);
      const { status, headers, text } = await app.request('GET', file);
      const kept = file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, kept]);
      const named = [
        ...text.matchAll(/["'(]\.?\/?(?:console\/)?(?:assets\/)?([\w-]+-[\w-]{8}\.(?:js|css|woff2))["')]/g),
      ];
      files.push(...named.map(([, name]) => `/console/assets/${name}`));
    }
    expect(seen.size).toBeGreaterThan(12);
  });

  it('are compressed for callers that accept it', async () => {
    const page = await app.request('GET', '/console');
    const script = /src="([^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${app.url}${script}`, { headers: { 'accept-encoding': encoding } });
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ]);
      expect(await answer.text()).toContain('import');
    }
    const plain = await fetch(`${app.url}${script}`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('run only their own files, cannot be framed, and contain no inline script or style', async () => {
    const { headers, text } = await app.request('GET', '/console');
    const policy = headers.get('content-security-policy');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "trusted-types 'none'",
    ]) {
      expect(policy?.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=/);
    for (const file of ['colours.css', 'logo']) {
      expect((await app.request('GET', `/console/brand/0/${file}`)).status).toBe(404);
    }
  });

  it('show a test render in a frame that runs no script', async () => {
    const { headers, text } = await app.request('GET', '/console/preview');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(text).toMatch(/<iframe sandbox(?!=)/);
  });

  it('have a start page, in the reader’s language, which runs only its own files', async () => {
    const { status, headers, text } = await app.request('GET', '/', { headers: { 'accept-language': 'sv' } });
    expect([status, headers.get('vary')]).toEqual([200, 'Accept-Language']);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(text).toContain('<html lang="sv">');
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=/);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses).toEqual(
      expect.arrayContaining(['/console', '/docs', '/docs/internal', '/health/ready']),
    );
    // A service with a database of its own has no mailbox.
    expect(addresses).not.toContain('/mailbox');
    for (const address of addresses) {
      expect([address, (await app.request('GET', address)).status]).toEqual([address, 200]);
    }
  });

  it.each([
    'index.html',
    'tsconfig.json',
    'assets/',
    'assets/index.html',
    'assets/..%2findex.html',
    '..%2fpackage.json',
    'none.js',
    '',
  ])('do not include %j', async (file) => {
    const { status } = await app.request('GET', `/console/${file}`);
    expect(status).toBe(file === '' ? 200 : 404);
  });
});
