import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { PreconditionFailed } from '../domain/errors.js';
import { entityTag } from './representation.js';

/** Handler parameter: the `If-Match` header, or null. Pass it to `requireMatch`. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().headers['if-match'] ?? null,
  [
    (target, member) => {
      const descriptor = member === undefined ? undefined : Object.getOwnPropertyDescriptor(target, member);
      if (member === undefined || descriptor === undefined) return;
      ApiHeader({
        name: 'If-Match',
        required: false,
        description: 'The `ETag` of the object when you read it. If it has changed since, the answer is 412.',
        schema: { type: 'string' },
        example: '"1.1"',
      })(target, member, descriptor);
    },
  ],
);

/**
 * Passes if there is no `If-Match`, or it contains the object's tag or `*`. A weak tag (`W/"…"`) never matches (RFC
 * 9110, 13.1.1).
 * @throws PreconditionFailed
 */
export function requireMatch(ifMatch: string | null, tag: string): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags: readonly string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(entityTag(tag))) throw new PreconditionFailed();
}
