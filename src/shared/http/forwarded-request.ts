import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const forwarded = new WeakSet<IncomingMessage>();

/** Marks a request that a process of another cell forwarded: this cell answers it, whatever it concerns. */
export function markForwarded(request: IncomingMessage): void {
  forwarded.add(request);
}

/** True for a request that a process of another cell forwarded. */
export function isForwarded(request: IncomingMessage): boolean {
  return forwarded.has(request);
}

/** Parameter of handlers that ask other cells: true if another cell is asking this one. */
export const IsForwarded = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isForwarded(context.switchToHttp().getRequest<Request>()),
);
