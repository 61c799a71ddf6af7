import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceToken } from '../partner/domain/service-token.js';
import { RateLimitService } from '../partner/rate-limit.service.js';
import { Settings } from '../shared/settings.js';

/** Admits callers with METRICS_TOKEN to the metrics, or every caller if the setting is missing. */
@Injectable()
export class MetricsGuard implements CanActivate {
  private readonly token: ServiceToken | null;

  constructor(
    { metricsToken }: Settings,
    private readonly limits: RateLimitService,
  ) {
    this.token = metricsToken === null ? null : new ServiceToken(metricsToken);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip = '', headers } = context.switchToHttp().getRequest<Request>();
    if (this.token !== null) {
      await this.limits.requireToken(this.token, headers.authorization, ip, 'METRICS_TOKEN');
    }
    return true;
  }
}
