import { Injectable } from '@nestjs/common';
import { urlProblem } from '../domain/egress-url.js';
import type { Problem } from '../domain/errors.js';
import { InjectedCheck } from '../http/satisfies.js';
import { Settings } from '../settings.js';

/** A URL that a partner may have us call, as far as its text shows; what its name resolves to is checked at the call. */
@Injectable()
export class EgressUrlCheck extends InjectedCheck {
  constructor(private readonly settings: Settings) {
    super();
  }

  check(value: unknown): Problem[] {
    if (typeof value !== 'string') return [{ pointer: '', code: 'wrong_type', message: 'Must be a string.' }];
    const problem = urlProblem(value, this.settings.egressAllow);
    if (problem === null) return [];
    return [{ pointer: '', code: 'invalid_url', message: `${problem.replace(/^must/, 'Must')}.` }];
  }
}
