import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AnswerInterceptor } from './shared/http/answer.interceptor.js';
import { IdempotencyKeyRepository } from './partner/idempotency/idempotency-key.repository.js';
import { IdempotencyInterceptor } from './partner/idempotency/idempotency.interceptor.js';
import { IdempotencyService } from './partner/idempotency/idempotency.service.js';
import { InputPipe } from './shared/http/input.pipe.js';
import { ProblemFilter } from './shared/http/problem.filter.js';
import { RequestMetrics } from './shared/http/request.metrics.js';
import { RequestInputInterceptor } from './shared/http/request-input.interceptor.js';
import { RouteTable } from './shared/http/route-table.js';

/**
 * The HTTP conventions (docs/specification.md), before and after every controller. The interceptors run in this order.
 */
@Module({
  providers: [
    RequestMetrics,
    RouteTable,
    IdempotencyKeyRepository,
    IdempotencyService,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: RequestInputInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
})
export class HttpModule {}
