import { startApp, type TestApp } from '../support/app.js';

describe('The console’s pages', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('come from here with every file they load, and ask for no credential', async () => {
    const page = await app.request('GET', '/console');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(files.length).toBeGreaterThanOrEqual(3);
    const seen = new Set<string>();
    for (const file of files) {
      expect(file).toMatch(/^\/console\/[a-z-]+\.(js|css|svg)$/);
      if (seen.has(file)) continue;
      seen.add(file);
      const { status, headers, text } = await app.request('GET', file);
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'no-cache']);
      const imports = [...text.matchAll(/^(?:import|\} from) .*'\.\/([a-z-]+\.js)';$/gm)];
      files.push(...imports.map(([, name]) => `/console/${name}`));
    }
    expect(seen.size).toBeGreaterThan(8);
  });

  it('run nothing but their own files, are framed by nobody, and hold no inline script or style', async () => {
    const { headers, text } = await app.request('GET', '/console');
    const policy = headers.get('content-security-policy');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy?.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=/);
  });

  it('show a test render where no script can run', async () => {
    const { headers, text } = await app.request('GET', '/console/preview');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(text).toMatch(/<iframe sandbox(?!=)/);
  });

  it.each(['index.html', 'tsconfig.json', 'types.d.ts', '..%2fpackage.json', 'none.js', ''])(
    'do not include %j',
    async (file) => {
      const { status } = await app.request('GET', `/console/${file}`);
      expect(status).toBe(file === '' ? 200 : 404);
    },
  );
});
