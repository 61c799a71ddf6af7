import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { GivenServer } from '../../src/database/database-server.js';
import { Database } from '../../src/database/database.js';
import { PoolSizes } from '../../src/database/pool-sizes.js';
import type { StoredStructures } from '../../src/rendering/staged/stored-structures.js';
import { RenderedStructureRepository } from '../../src/rendering/structures/rendered-structure.repository.js';
import { StoredStructuresService } from '../../src/rendering/structures/stored-structures.service.js';
import { StructurePort } from '../../src/rendering/structures/structure-port.js';
import { Bench } from '../harness/bench.js';

const PARTNER = 1;

/** The stored structures of a render thread on a real database. Counts how many are found. */
export class StoredTable implements StoredStructures {
  private asked = 0;
  private found = 0;

  private constructor(
    private readonly database: Database,
    private readonly service: StoredStructuresService,
    private readonly stored: StoredStructures,
  ) {}

  static async start(bench: Bench): Promise<StoredTable> {
    const url = await bench.database.create();
    const dataSource = await new DataSource(dataSourceOptions(url)).initialize();
    const database = new Database(new GivenServer(url), dataSource, PoolSizes.of(1));
    await database.pool.query(
      `INSERT INTO partner (id, name, created_at, updated_at) VALUES ($1, 'Bench', now(), now())`,
      [PARTNER],
    );
    const service = new StoredStructuresService(new RenderedStructureRepository(database));
    return new StoredTable(database, service, new StructurePort(service.openPort()).of(PARTNER));
  }

  /** The share of lookups since `reset` that found something. */
  get hitRate(): number {
    return this.found / this.asked;
  }

  reset(): void {
    this.asked = 0;
    this.found = 0;
  }

  async load(digest: string): ReturnType<StoredStructures['load']> {
    const compressed = await this.stored.load(digest);
    this.asked += 1;
    if (compressed !== null) this.found += 1;
    return compressed;
  }

  save(digest: string, compressed: Uint8Array): void {
    this.stored.save(digest, compressed);
  }

  async stop(): Promise<void> {
    await this.service.onModuleDestroy();
    await this.database.onApplicationShutdown();
  }
}
