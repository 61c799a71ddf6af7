import { Module } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { EgressConnector } from './egress-connector.js';
import { EgressGuard } from './egress-guard.js';
import { EgressHttp } from './egress-http.js';
import { EgressResolver } from './egress-resolver.js';
import { EgressUrlCheck } from './egress-url.check.js';

const egressHttp = {
  provide: EgressHttp,
  inject: [EgressGuard, EgressConnector, LazyModuleLoader],
  useFactory: (guard: EgressGuard, connector: EgressConnector, loader: LazyModuleLoader) =>
    new EgressHttp(guard, connector, async () => {
      const { HttpModule, HttpService } = await import('@nestjs/axios');
      return (await loader.load(() => HttpModule, { logger: false })).get(HttpService);
    }),
};

/** All requests to addresses chosen by partners go through this module. */
@Module({
  providers: [EgressGuard, EgressResolver, EgressConnector, egressHttp, EgressUrlCheck],
  exports: [EgressGuard, EgressConnector, EgressHttp, EgressUrlCheck],
})
export class EgressModule {}
