import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { RenderingService } from '../../src/rendering/rendering.service.js';
import { decompressed } from '../../src/rendering/staged/compression.js';
import { StoredStructuresService } from '../../src/rendering/structures/stored-structures.service.js';
import { StructurePort } from '../../src/rendering/structures/structure-port.js';
import { eventually } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const STRUCTURE = new Uint8Array([1, 2, 3]);

describe('Compiled templates', () => {
  let app: TestApp;
  let partner: TestPartner;
  let other: TestPartner;
  let service: StoredStructuresService;
  let port: StructurePort;
  beforeAll(async () => {
    app = await startApp();
    [partner, other] = [await app.partner(), await app.partner()];
    service = app.service!.get(StoredStructuresService, { strict: false });
    port = new StructurePort(service.openPort());
  });
  afterAll(() => app.stop());

  async function rowsOf(partnerId: number): Promise<readonly { structure: Buffer }[]> {
    const { rows } = await app.database.query<{ structure: Buffer }>(
      'SELECT structure FROM rendered_structure WHERE partner_id = $1',
      [partnerId],
    );
    return rows;
  }

  it('are stored without data when an email is sent, and not when an author tries one', async () => {
    const rendering = app.service!.get(RenderingService, { strict: false });
    const source = new TemplateSource('html', 'hbs', '<p>Dear {{name}}</p>');
    await rendering.render(partner.id, source, { name: 'Ada' });
    await rendering.renderForSending(other.id, source, { name: 'Ada' });
    const rows = await eventually(
      () => rowsOf(other.id),
      // Of the program, the HTML and the text.
      (stored) => stored.length === 3,
    );
    for (const { structure } of rows) {
      const stored = decompressed(structure)!.toString();
      expect(stored).toContain('Dear');
      expect(stored).not.toContain('Ada');
    }
    expect(await rowsOf(partner.id)).toEqual([]);
  });

  it('belong to one partner each, and are removed when unused for 30 days', async () => {
    port.of(partner.id).save('mine', STRUCTURE);
    const mine = await eventually(
      () => port.of(partner.id).load('mine'),
      (found) => found !== null,
    );
    expect(mine).toEqual(STRUCTURE);
    expect(await port.of(other.id).load('mine')).toBeNull();
    const age = (days: number) =>
      app.database.query(
        'UPDATE rendered_structure SET used_at = now() - make_interval(days => $2) WHERE partner_id = $1',
        [partner.id, days],
      );
    await age(29);
    expect(await service.removeUnused()).toBe(0);
    // Loading it counts as using it, also if the process answers too late.
    await port.of(partner.id).load('mine');
    await eventually(
      () =>
        app.database.query(
          `SELECT FROM rendered_structure WHERE partner_id = $1 AND used_at > now() - interval '1 day'`,
          [partner.id],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    await age(31);
    expect(await service.removeUnused()).toBe(1);
    expect(await port.of(partner.id).load('mine')).toBeNull();
  });

  it('are written again when they are stored again', async () => {
    port.of(partner.id).save('mine', new Uint8Array(1));
    await eventually(
      () => rowsOf(partner.id),
      (rows) => rows.length === 1,
    );
    port.of(partner.id).save('mine', STRUCTURE);
    await eventually(
      () => port.of(partner.id).load('mine'),
      (found) => found?.length === STRUCTURE.length,
    );
  });
});
