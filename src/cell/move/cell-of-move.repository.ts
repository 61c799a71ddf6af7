import { PARTNER_PAUSED_CHANNEL } from '../../shared/partner-moving.js';
import { CellOfMove, type Handover, type Phase, type Route, type Sum } from './domain/cell-of-move.js';
import { FenceRepository } from './fence.repository.js';
import type { MoveDatabase } from './move-database.repository.js';
import { MovedRowsRepository } from './moved-rows.repository.js';
import { copiedOf, type MovedTable } from './moved-tables.js';
import { RouteRepository } from './route.repository.js';

/** Wakes workers to scan for due attempts and emails (src/queue). */
const WAKE_CHANNEL = 'livery_attempts';

/** A cell that takes part in a move, by its database. */
export class CellOfMoveRepository extends CellOfMove {
  private readonly moving: FenceRepository;
  private readonly rows: MovedRowsRepository;
  private readonly routes: RouteRepository;

  /**
   * @param tables the tables with rows of the partner, as listed by the source
   * @param command identifies the running command; the same for all of its connections
   */
  constructor(
    private readonly database: MoveDatabase,
    private readonly partnerId: number,
    private readonly tables: () => Promise<readonly MovedTable[]>,
    command: string,
  ) {
    super();
    this.moving = new FenceRepository(database, partnerId, command);
    this.rows = new MovedRowsRepository(database, partnerId);
    this.routes = new RouteRepository(database);
  }

  get name(): string {
    return this.database.name;
  }

  override phase(): Promise<Phase | null> {
    return this.moving.phase();
  }

  override async raiseFence(phase: 'leaving' | 'arriving'): Promise<void> {
    await this.moving.raise(phase, await this.tables());
  }

  override lowerFence(): Promise<void> {
    return this.moving.lower();
  }

  override drain(): Promise<void> {
    return this.moving.drain();
  }

  override pause(): Promise<void> {
    return this.moving.pause();
  }

  override keepPaused(): Promise<boolean> {
    return this.moving.keepPaused();
  }

  override endPause(): Promise<void> {
    return this.moving.endPause();
  }

  override underWay(): Promise<number> {
    return this.moving.underWay();
  }

  override askForWaiting(): Promise<void> {
    return this.moving.askForWaiting(PARTNER_PAUSED_CHANNEL);
  }

  override fence(): Promise<boolean> {
    return this.moving.fence();
  }

  override leave(route: Route): Promise<boolean> {
    return this.moving.leave(async () => {
      const { entries, stillInSource } = await this.handover();
      await this.routes.redirectEvents(entries.companies, { ...route, stillInSource });
    });
  }

  override hasPartner(): Promise<boolean> {
    return this.rows.hasPartner();
  }

  override async removeRows(phase: 'gone' | 'arriving'): Promise<void> {
    await this.rows.remove(await this.tables(), phase);
  }

  override async sums(): Promise<readonly Sum[]> {
    return this.rows.sums(copiedOf(await this.tables()));
  }

  override async handover(): Promise<Handover> {
    const entries = await this.routes.entriesOf(this.partnerId);
    return {
      partner: await this.rows.partner(),
      entries,
      stillInSource: await this.routes.present(entries.companies),
    };
  }

  override async arrive({ partner, entries, stillInSource }: Handover, route: Route): Promise<void> {
    await this.database.patiently(() =>
      this.database.transaction(async () => {
        await this.rows.addPartner(partner);
        await this.moving.open();
        await this.routes.redirect(this.partnerId, entries, { ...route, stillInSource });
        await this.database.run('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, '']);
      }),
    );
  }

  override async redirect({ entries, stillInSource }: Handover, route: Route): Promise<void> {
    await this.database.transaction(() =>
      this.routes.redirect(this.partnerId, entries, { ...route, stillInSource }),
    );
  }
}
