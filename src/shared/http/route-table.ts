import { Injectable, NotFoundException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';
import { Settings } from '../settings.js';
import { HttpFault } from './http-fault.js';

/** The parts of Express's router that contain its routes. */
interface RouterLayer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The routes of the service. */
@Injectable()
export class RouteTable {
  /** Paths without a parameter, and their methods. */
  private literals: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly settings: Settings,
  ) {}

  /** The methods of a path, for `Allow`; none for an unknown path. */
  methodsAt(path: string): readonly string[] {
    // Without INTERNAL_TOKEN, service routes do not exist.
    if (path.startsWith('/internal/') && this.settings.internalToken === null) return [];
    const methods =
      this.literalMethods().get(path) ??
      this.layers().flatMap((layer) => (layer.match(path) ? methodsOf(layer) : []));
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
  }

  /** The error for a wrong method on a known path: 405 with `Allow`. */
  wrongMethod(method: string, allowed: readonly string[]): HttpFault {
    return new HttpFault(405, 'method_not_allowed', `This address does not support the method ${method}.`, {
      headers: { Allow: allowed.join(', ') },
    });
  }

  /**
   * Express middleware that prevents a path such as `/partner/thing/preview` from matching `/partner/thing/:id` with
   * methods that it does not itself have.
   */
  readonly guardLiterals = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.literalMethods().has(request.path) && !this.methodsAt(request.path).includes(request.method)) {
      throw new NotFoundException();
    }
    next();
  };

  private literalMethods(): ReadonlyMap<string, readonly string[]> {
    this.literals ??= this.layers().reduce((found, layer) => {
      const path = layer.route?.path;
      if (typeof path !== 'string' || /[:*{]/.test(path)) return found;
      return found.set(path, [...(found.get(path) ?? []), ...methodsOf(layer)]);
    }, new Map<string, readonly string[]>());
    return this.literals;
  }

  private layers(): readonly RouterLayer[] {
    const stack = this.host.httpAdapter.getInstance<Express>().router.stack as unknown as RouterLayer[];
    return stack.filter(({ route }) => route !== undefined);
  }
}

function methodsOf({ route }: RouterLayer): string[] {
  return Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase());
}
