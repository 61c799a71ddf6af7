import {
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { Settings } from '../../shared/settings.js';
import { StoredStructuresService } from '../structures/stored-structures.service.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import { type PoolName, RenderMetrics } from './render.metrics.js';
import { RenderPool } from './render-pool.js';
import { ThreadSupply } from './thread-supply.js';

/** One pool for API calls, one for emails. */
const POOLS = 2;

/**
 * The render threads of this process. API calls and emails have separate pools, so that neither can block the other.
 */
@Injectable()
export class RenderPools implements OnModuleDestroy, OnApplicationShutdown {
  private readonly supply: ThreadSupply;
  private readonly pools: Readonly<Record<PoolName, RenderPool>>;

  constructor(
    { renderHeapMiB, renderCacheMiB, renderLimits, renderThreads }: Settings,
    metrics: RenderMetrics,
    @Optional() @Inject(StoredStructuresService) structures: StoredStructuresService | null = null,
  ) {
    const limits = { heapMiB: renderHeapMiB, cacheMiB: renderCacheMiB, template: renderLimits, structures };
    this.supply = new ThreadSupply(limits, POOLS * renderThreads);
    this.pools = {
      call: new RenderPool('call', renderThreads, this.supply, metrics),
      send: new RenderPool('send', renderThreads, this.supply, metrics),
    };
  }

  /** See `RenderPool.run`. */
  run(pool: PoolName, partnerId: number, task: RenderTask, cpuLimitMs: number): Promise<RenderAnswer> {
    return this.pools[pool].run(partnerId, task, cpuLimitMs);
  }

  /** Resolves when no thread is starting. */
  warm(): Promise<void> {
    return this.supply.warm();
  }

  onModuleDestroy(): void {
    for (const pool of Object.values(this.pools)) pool.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.supply.close();
    await Promise.all(Object.values(this.pools).map((pool) => pool.stop()));
  }
}
