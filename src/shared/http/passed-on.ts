import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const passedOn = new WeakSet<IncomingMessage>();

/** Marks a request that a process of another cell has passed on: it is answered here, whatever it concerns. */
export function markPassedOn(request: IncomingMessage): void {
  passedOn.add(request);
}

/** True for a request that comes from a process of another cell. */
export function isPassedOn(request: IncomingMessage): boolean {
  return passedOn.has(request);
}

/** For handlers that ask other cells: true if one of them is asking here. */
export const PassedOn = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isPassedOn(context.switchToHttp().getRequest<Request>()),
);
