import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AnswerInterceptor } from './answer.interceptor.js';
import { IdempotencyKeyRepository } from './idempotency/idempotency-key.repository.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { InputPipe } from './input.pipe.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestMetrics } from './request.metrics.js';
import { RequestInputInterceptor } from './request-input.interceptor.js';
import { RouteTable } from './route-table.js';

/** The conventions of CONTRACT 1, before and behind every controller. The interceptors run in this order. */
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
