import { Validator } from '@seriousme/openapi-schema-validator';
import { startApp, type TestApp } from '../support/app.js';

describe('The OpenAPI documents', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('are valid OpenAPI 3.1', async () => {
    const partner = await app.request('GET', '/openapi.json');
    const internal = await app.internal('GET', '/internal/openapi.json');
    const fs = await import('node:fs');
    fs.writeFileSync('/tmp/partner.json', JSON.stringify(partner.body, null, 1));
    fs.writeFileSync('/tmp/internal.json', JSON.stringify(internal.body, null, 1));
    for (const { body } of [partner, internal]) {
      expect(body.openapi).toBe('3.1.0');
      expect(await new Validator().validate(body)).toEqual({ valid: true });
    }
  });
});
