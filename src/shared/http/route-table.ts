import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { Settings } from '../settings.js';
import { HttpFault } from './http-fault.js';

/** What is needed of Express' router to know its routes. */
interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The routes that the service answers at. */
@Injectable()
export class RouteTable {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly settings: Settings,
  ) {}

  /** The methods that a path has routes for, as they stand in `Allow`; none for a path that is not known. */
  methodsAt(path: string): readonly string[] {
    // Without its setting there are no service routes at all (CONTRACT 2).
    if (path.startsWith('/internal/') && this.settings.internalToken === null) return [];
    const layers = this.host.httpAdapter.getInstance<Express>().router.stack as unknown as RouterLayer[];
    const methods = layers
      .filter((layer) => layer.route !== undefined && layer.match(path))
      .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase()));
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
  }

  /** The refusal of a method on a path that has others: 405 with `Allow`. */
  wrongMethod(method: string, allowed: readonly string[]): HttpFault {
    return new HttpFault(405, 'method_not_allowed', `This address does not know the method ${method}.`, {
      headers: { Allow: allowed.join(', ') },
    });
  }
}
