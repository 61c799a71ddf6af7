import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { EgressConnector } from './egress-connector.js';
import { EgressGuard } from './egress-guard.js';
import { EgressHttp } from './egress-http.js';
import { EgressResolver } from './egress-resolver.js';
import { EgressUrlCheck } from './egress-url.check.js';

/** Everything that leaves the service for an address that a partner named goes through here. */
@Module({
  imports: [HttpModule],
  providers: [EgressGuard, EgressResolver, EgressConnector, EgressHttp, EgressUrlCheck],
  exports: [EgressGuard, EgressConnector, EgressHttp, EgressUrlCheck],
})
export class EgressModule {}
