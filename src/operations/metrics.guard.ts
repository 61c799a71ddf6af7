import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ServiceToken } from '../partner/domain/service-token.js';
import { unauthorized } from '../shared/http/http-fault.js';
import { Settings } from '../shared/settings.js';

/** Shows the metrics to whoever holds METRICS_TOKEN, or to everyone where there is none (CONTRACT 7). */
@Injectable()
export class MetricsGuard implements CanActivate {
  private readonly token: ServiceToken | null;

  constructor({ metricsToken }: Settings) {
    this.token = metricsToken === null ? null : new ServiceToken(metricsToken);
  }

  canActivate(context: ExecutionContext): boolean {
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    if (this.token === null || this.token.isIn(authorization)) return true;
    throw unauthorized('METRICS_TOKEN');
  }
}
